// watch.js WATCHER: prints what @parcel/watcher (its native part, watcher.node) tells of changes in Data and ModFolder: each step's
// events, sorted. Each folder has a watch of its own, because Wine tells nothing of folders below a watched one.
"use strict";
const fs = require("fs"), path = require("path");
const watcher = require(process.argv[2]);
const events = new Set(), root = process.cwd();
const wait = milliseconds => new Promise(done => setTimeout(done, milliseconds));
const told = (error, found) => {
    if (error)
        events.add(String(error));
    for (const event of found || [])
        events.add(`${event.type} ${path.relative(root, event.path)}`);
};

async function step(what, change) {
    events.clear();
    try {
        change();
    } catch (error) {
        console.log(what, error.code);
    }
    // Until the first has arrived, and then none for 400 milliseconds.
    for (let before = 0, quiet = 0, waited = 0; quiet < 4 && waited < 50; waited++) {
        await wait(100);
        quiet = events.size > 0 && before === events.size ? quiet + 1 : 0;
        before = events.size;
    }
    for (const event of [...events].sort())
        console.log(what + ":", event);
}

(async () => {
    const folders = ["Data", "ModFolder"].map(name => path.join(root, name));
    for (const folder of folders)
        await watcher.subscribe(folder, told, {});
    // Its own thread asks for the first changes.
    await wait(500);
    await step("create", () => fs.mkdirSync("Data/made"));
    await step("a mod's file", () => fs.appendFileSync("ModFolder/y.txt", "more"));
    await step("rename", () => fs.renameSync("ModFolder/y.txt", "ModFolder/renamed.txt"));
    await step("delete", () => fs.unlinkSync("ModFolder/renamed.txt"));
    console.log("all told");
    // Not unsubscribe, which crashes in 32 bits under Wine, with the VFS and without it.
    process.exit();
})();
