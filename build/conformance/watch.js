// Prints @parcel/watcher's events for changes below the current folder: each step's events, sorted, once they have arrived.
"use strict";
const fs = require("fs"), path = require("path");
const watcher = require("@parcel/watcher");
const events = new Set();
const wait = milliseconds => new Promise(done => setTimeout(done, milliseconds));

async function step(what, change) {
    events.clear();
    try {
        change();
    } catch (error) {
        console.log(what, error.code);
    }
    // Until no event has arrived for a second.
    for (let before = -1, quiet = 0; quiet < 5; quiet = before === events.size ? quiet + 1 : 0) {
        before = events.size;
        await wait(200);
    }
    for (const event of [...events].sort())
        console.log(what + ":", event);
}

(async () => {
    fs.mkdirSync("watched/in it", { recursive: true });
    fs.writeFileSync("watched/before.txt", "before");
    const subscription = await watcher.subscribe(process.cwd(), (error, found) => {
        if (error)
            events.add(String(error));
        for (const event of found || [])
            events.add(`${event.type} ${path.relative(process.cwd(), event.path)}`);
    });
    await step("create", () => fs.writeFileSync("watched/a.txt", "a"));
    await step("change", () => fs.appendFileSync("watched/a.txt", "more"));
    await step("rename", () => fs.renameSync("watched/a.txt", "watched/b.txt"));
    await step("into a folder", () => fs.renameSync("watched/b.txt", "watched/in it/b.txt"));
    await step("folder", () => fs.mkdirSync("watched/new"));
    await step("in it", () => fs.writeFileSync("watched/new/c.txt", "c"));
    await step("delete", () => fs.unlinkSync("watched/in it/b.txt"));
    await step("replace", () => { fs.writeFileSync("watched/t.tmp", "t"); fs.renameSync("watched/t.tmp", "watched/before.txt"); });
    await step("remove all", () => fs.rmSync("watched", { recursive: true }));
    await subscription.unsubscribe();
    console.log("all told");
})();
