// Lists, reads, writes, renames, copies and removes in the current folder, and prints the result of each call.
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

function walk(folder) {
    for (const entry of fs.readdirSync(folder, { withFileTypes: true }).sort((x, y) => (x.name < y.name ? -1 : 1))) {
        const name = path.join(folder, entry.name);
        const stat = fs.statSync(name);
        if (entry.isDirectory()) {
            console.log("folder", name);
            walk(name);
        } else {
            console.log("file", name, stat.size, crypto.createHash("sha256").update(fs.readFileSync(name)).digest("hex").slice(0, 16), fs.existsSync(name.toUpperCase()));
        }
    }
}

for (let i = 0; i < 24; i++) {
    const name = `made${i % 4}/sub${i % 3}/file${i}.txt`;
    ask(`mkdir ${i}`, () => void fs.mkdirSync(path.dirname(name), { recursive: true }));
    ask(`write ${i}`, () => fs.writeFileSync(name, `content ${i} `.repeat(i * 37)));
    ask(`append ${i}`, () => fs.appendFileSync(name, "more"));
}
walk(".");
for (let i = 0; i < 24; i++) {
    const name = `made${i % 4}/sub${i % 3}/file${i}.txt`;
    switch (i % 8) {
        case 0: ask(`rename ${i}`, () => fs.renameSync(name, name + ".new")); break;
        case 1: ask(`copy ${i}`, () => fs.copyFileSync(name, name + ".copy")); break;
        case 2: ask(`exclusive copy ${i}`, () => fs.copyFileSync(name, "made0/sub0/file0.txt", fs.constants.COPYFILE_EXCL)); break;
        case 3: ask(`unlink ${i}`, () => fs.unlinkSync(name)); break;
        case 4: ask(`truncate ${i}`, () => fs.truncateSync(name, 10)); break;
        case 5: ask(`link ${i}`, () => fs.linkSync(name, name + ".link")); break;
        case 6: ask(`onto ${i}`, () => fs.renameSync(name, `made${(i + 1) % 4}/sub${(i + 1) % 3}/file${i + 1}.txt`)); break;
        default: ask(`times ${i}`, () => { fs.utimesSync(name, 1000000000, 1100000000); return fs.statSync(name).mtimeMs; });
    }
}
walk(".");
ask("rename a folder", () => fs.renameSync("made1/sub1", "made1/other"));
ask("remove what isn't empty", () => fs.rmdirSync("made2"));
ask("remove all of it", () => fs.rmSync("made3", { recursive: true }));
ask("is it gone", () => fs.existsSync("made3"));
ask("make it again", () => fs.mkdirSync("made3"));
ask("list it", () => fs.readdirSync("made3").length);
ask("a file in it", () => fs.writeFileSync("made3/again.txt", "again"));
ask("native", () => path.relative(process.cwd(), fs.realpathSync.native("MADE3/AGAIN.TXT")));
ask("nothing", () => fs.statSync("made3/nothing").size);
ask("no folder", () => fs.readdirSync("made3/again.txt/x"));
walk(".");
