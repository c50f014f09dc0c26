// Saves in every way that Node has, to names that the game alone has, a mod alone, both and none; prints what each call gave. Works in the
// current folder.
"use strict";
const fs = require("fs"), path = require("path"), crypto = require("crypto");

function ask(what, call) {
    try {
        const result = call();
        console.log(what, result === undefined ? "done" : result);
    } catch (error) {
        console.log(what, error.code || String(error));
    }
}

function hash(name) {
    const content = fs.readFileSync(name);
    return `${content.length} ${crypto.createHash("sha256").update(content).digest("hex").slice(0, 16)}`;
}

function walk(folder) {
    for (const entry of fs.readdirSync(folder, { withFileTypes: true }).sort((x, y) => (x.name < y.name ? -1 : 1))) {
        const name = path.join(folder, entry.name);
        console.log(entry.isDirectory() ? "folder" : "file", name, entry.isDirectory() ? "" : hash(name));
        if (entry.isDirectory())
            walk(name);
    }
}

const ways = {
    append: name => fs.appendFileSync(name, " appended"),
    over: name => fs.writeFileSync(name, "over"),
    exclusive: name => fs.writeFileSync(name, "never", { flag: "wx" }),
    middle: name => {
        const file = fs.openSync(name, "r+");
        fs.writeSync(file, "MIDDLE", 3);
        fs.fsyncSync(file);
        fs.closeSync(file);
    },
    truncate: name => fs.truncateSync(name, 5),
    grow: name => fs.truncateSync(name, 70),
    times: name => {
        fs.utimesSync(name, 1000000000, 1100000000);
        return fs.statSync(name).mtimeMs;
    },
    mode: name => {
        fs.chmodSync(name, 0o444);
        let refused = "";
        try {
            fs.writeFileSync(name, "never");
        } catch (error) {
            refused = error.code;
        }
        fs.chmodSync(name, 0o666);
        return refused;
    },
    backup: name => {
        fs.copyFileSync(name, name + ".bak");
        fs.writeFileSync(name + ".tmp", "saved beside");
        fs.renameSync(name + ".tmp", name);
        return hash(name + ".bak");
    },
    link: name => {
        fs.linkSync(name, name + ".link");
        fs.appendFileSync(name + ".link", " by the link");
        return hash(name) === hash(name + ".link");
    },
    away: name => {
        fs.renameSync(name, name + ".away");
        return fs.existsSync(name);
    },
    again: name => fs.writeFileSync(name, "again"),
    gone: name => {
        fs.unlinkSync(name);
        return fs.existsSync(name);
    },
};

const names = ["Data/a.txt", "Data/b.txt", "Data/new.txt", "ModFolder/inner/x.txt", "ModFolder/z.txt", "readme.txt", "DATA/TEXTURES/T2.DDS", "fresh.txt", "Data/fresh.txt"];
for (const name of names) {
    for (const way of Object.keys(ways)) {
        ask(`${way} ${name}`, () => ways[way](name));
        ask(`  then ${name}`, () => hash(name));
    }
}
walk(".");
ask("make in a mod's folder", () => fs.mkdirSync("ModFolder/made/deep", { recursive: true }));
ask("rename a mod's folder", () => fs.renameSync("ModFolder", "Moved"));
ask("rename the game's folder", () => fs.renameSync("src/lib", "src/library"));
ask("read there", () => hash("src/library/a.js"));
ask("rename back", () => fs.renameSync("src/library", "src/lib"));
ask("remove what isn't empty", () => fs.rmdirSync("src"));
ask("remove all of it", () => fs.rmSync("src", { recursive: true }));
ask("is it gone", () => fs.existsSync("src/lib/a.js"));
ask("make it again", () => fs.mkdirSync("src"));
ask("list it", () => fs.readdirSync("src").length);
ask("a stream", () => {
    const file = fs.openSync("src/stream.txt", "a+");
    for (let i = 0; i < 50; i++)
        fs.writeSync(file, `line ${i}\n`);
    const head = Buffer.alloc(14);
    fs.readSync(file, head, 0, 14, 0);
    fs.closeSync(file);
    return JSON.stringify(head.toString());
});
walk(".");
Promise.all(["Data/a.txt", "Data/b.txt", "Moved/y.txt", "src/stream.txt"].map(async name => {
    await fs.promises.appendFile(name, " from many");
    await fs.promises.copyFile(name, name + ".async");
    await fs.promises.rename(name + ".async", name);
})).then(() => walk("."), error => console.log(error.code));
