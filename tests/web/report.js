"use strict";
// What every walk through a page begins with: how it says what it saw.
const report = document.getElementById("report");
const say = (line) => report.append(line + "\n");
const check = (what, found, wanted) =>
  say(found === wanted ? `ok ${what}` : `wrong ${what}: found ${JSON.stringify(found)}, expected ${JSON.stringify(wanted)}`);
