// Bundles modules in the current folder by esbuild, and prints its output and the files that it has written.
"use strict";
const fs = require("fs"), path = require("path"), crypto = require("crypto"), { spawnSync } = require("child_process");
for (let i = 0; i < 200; i++) {
    fs.mkdirSync(`src/m${i % 10}`, { recursive: true });
    fs.writeFileSync(`src/m${i % 10}/f${i}.js`, `export const v${i} = "value ${i}";\n` + (i % 7 ? "" : `import { v${i + 1} } from "../m${(i + 1) % 10}/f${i + 1}";\nexport const w${i} = v${i + 1};\n`));
}
fs.writeFileSync("src/main.js", [...Array(200).keys()].map(i => `import { v${i} } from "./m${i % 10}/f${i}";`).join("\n") + "\nconsole.log([" + [...Array(200).keys()].map(i => "v" + i).join() + "]);\n");
for (const options of [["--minify"], ["--sourcemap"], ["--splitting", "--format=esm"]]) {
    fs.rmSync("out", { recursive: true, force: true });
    const messages = fs.openSync("messages.txt", "w");
    const run = spawnSync(path.join(path.dirname(process.execPath), "node_modules", "esbuild.exe"), ["src/main.js", "--bundle", "--outdir=out", "--metafile=meta.json", ...options],
        { stdio: ["ignore", messages, messages] });
    fs.closeSync(messages);
    console.log(options.join(" "), run.status, run.error ? run.error.code : "");
    if (run.status)
        console.log(fs.readFileSync("messages.txt", "utf8"));
    for (const name of fs.existsSync("out") ? fs.readdirSync("out").sort() : [])
        console.log(options[0], name, crypto.createHash("sha256").update(fs.readFileSync(path.join("out", name))).digest("hex"));
    console.log(options[0], "meta", Object.keys(JSON.parse(fs.readFileSync("meta.json", "utf8")).inputs).length);
}
