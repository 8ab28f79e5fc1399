// Projects kept in the browser, by their names, in its own database. A browser that keeps nothing (a private window) is told once.

const request = (asked) =>
  new Promise((done, failed) => {
    asked.onsuccess = () => done(asked.result);
    asked.onerror = () => failed(asked.error);
  });

let opened = null;

function database() {
  opened ??= new Promise((done, failed) => {
    const asked = indexedDB.open("adv-studio", 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore("projects", { keyPath: "name" });
    asked.onsuccess = () => done(asked.result);
    asked.onerror = () => failed(asked.error);
  });
  return opened;
}

const table = async (mode) => (await database()).transaction("projects", mode).objectStore("projects");

// When the projects that this page has opened were kept last, as it knows.
export const versions = new Map();

// Keeps a project; one that another tab has kept since is given back instead.
export async function keep(project) {
  const projects = await table("readwrite");
  const other = await request(projects.get(project.name));
  if (other && other.changed !== versions.get(project.name)) return other;
  await request(projects.put(project));
  versions.set(project.name, project.changed);
  return null;
}

export const forget = async (name) => request((await table("readwrite")).delete(name));
export const kept = async (name) => request((await table("readonly")).get(name));

// All projects, the last changed first.
export async function all() {
  const found = await request((await table("readonly")).getAll());
  return found.sort((a, b) => b.changed - a.changed);
}
