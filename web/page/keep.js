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

export const keep = async (project) => request((await table("readwrite")).put(project));
export const forget = async (name) => request((await table("readwrite")).delete(name));
export const kept = async (name) => request((await table("readonly")).get(name));

// All projects, the last changed first.
export async function all() {
  const found = await request((await table("readonly")).getAll());
  return found.sort((a, b) => b.changed - a.changed);
}
