// Packs the page into four files: node build.mjs FOLDER
import { build } from "esbuild";
import { copyFile, mkdir } from "node:fs/promises";

const folder = process.argv[2] ?? "out";
await mkdir(folder, { recursive: true });
await build({
  entryPoints: { page: "src/main.tsx" },
  bundle: true,
  minify: true,
  format: "iife",
  target: "es2022",
  jsx: "automatic",
  jsxImportSource: "preact",
  legalComments: "none",
  charset: "utf8",
  outdir: folder,
  logLevel: "warning",
});
for (const file of ["index.html", "icon.svg"]) await copyFile(`src/${file}`, `${folder}/${file}`);
