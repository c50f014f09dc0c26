import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import * as api from "./api";
import { Loading, useAsked, usePage } from "./app";
import { text } from "./strings";
import { hue, useRows } from "./virtual";

const rowHeight = 26;

/** The names in the order of the launcher's answer: a folder, then what is in it. */
class Tree {
  readonly depths: Uint16Array;
  /** For each name the index behind the last one below it. */
  readonly ends: Uint32Array;
  readonly small: string[];

  constructor(readonly names: api.Names) {
    const { paths, flags } = names;
    this.depths = new Uint16Array(paths.length);
    this.ends = new Uint32Array(paths.length);
    this.small = paths.map((path) => path.toLowerCase());
    const open: number[] = [];
    for (let i = 0; i < paths.length; i++) {
      let depth = 0;
      for (let at = paths[i]!.indexOf("\\"); at >= 0; at = paths[i]!.indexOf("\\", at + 1)) depth++;
      this.depths[i] = depth;
      while (open.length > depth) this.ends[open.pop()!] = i;
      if (flags[i]! & 1) open.push(i);
      else this.ends[i] = i + 1;
    }
    for (const i of open) this.ends[i] = paths.length;
  }

  /** Returns the indexes of the rows: of a tree with closed folders, or of what a filter matches, as a list. */
  rows(opened: ReadonlySet<number>, words: string[], owner: number | null, onlyMods: boolean): Uint32Array {
    const { paths, owners, flags } = this.names;
    const rows = new Uint32Array(paths.length);
    let count = 0;
    const isList = words.length > 0 || owner !== null;
    for (let i = 0; i < paths.length; ) {
      const isFolder = (flags[i]! & 1) !== 0;
      if (isList) {
        if (!isFolder && (owner === null || owners[i] === owner) && (!onlyMods || owners[i]! >= 0) && words.every((word) => this.small[i]!.includes(word)))
          rows[count++] = i;
        i++;
      } else {
        if (!onlyMods || owners[i]! >= 0 || (isFolder && this.hasMods(i))) rows[count++] = i;
        i = isFolder && !opened.has(i) ? this.ends[i]! : i + 1;
      }
    }
    return rows.subarray(0, count);
  }

  private hasMods(folder: number): boolean {
    const { owners } = this.names;
    for (let i = folder + 1; i < this.ends[folder]!; i++) if (owners[i]! >= 0) return true;
    return false;
  }
}

export function FilesView() {
  const answer = useAsked<api.Names>("ls");
  const tree = useMemo(() => (answer?.value ? new Tree(answer.value) : null), [answer]);
  const [filter, setFilter] = useState("");
  const [owner, setOwner] = useState<string>("");
  const [onlyMods, setOnlyMods] = useState(false);
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const [selected, setSelected] = useState<string | null>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const names = tree?.names;
  const indexes = useMemo(() => {
    const found = new Set<number>();
    if (tree && opened.size > 0) tree.names.paths.forEach((path, i) => opened.has(path) && found.add(i));
    return found;
  }, [tree, opened]);
  const words = filter.toLowerCase().replaceAll("/", "\\").split(" ").filter(Boolean);
  const ownerIndex = !names || owner === "" ? null : owner === "\0" ? -1 : names.mods.indexOf(owner);
  const rows = useMemo(() => tree?.rows(indexes, words, ownerIndex, onlyMods) ?? new Uint32Array(), [tree, indexes, filter, ownerIndex, onlyMods]);
  const isList = words.length > 0 || ownerIndex !== null;
  const virtual = useRows(rows.length, rowHeight, scroller);
  const current = names && selected !== null ? rows.indexOf(names.paths.indexOf(selected)) : -1;

  function toggle(path: string, open?: boolean) {
    const next = new Set(opened);
    if (open ?? !next.has(path)) next.add(path);
    else next.delete(path);
    setOpened(next);
  }

  function go(row: number) {
    if (!names || rows.length === 0) return;
    row = Math.max(0, Math.min(rows.length - 1, row));
    setSelected(names.paths[rows[row]!]!);
    virtual.scrollToIndex(row);
  }

  function key(event: KeyboardEvent) {
    if (!names) return;
    const index = current >= 0 ? rows[current]! : -1;
    const path = index >= 0 ? names.paths[index]! : "";
    const isFolder = index >= 0 && (names.flags[index]! & 1) !== 0;
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 1);
    if (event.key === "ArrowDown") go(current + 1);
    else if (event.key === "ArrowUp") go(Math.max(0, current - 1));
    else if (event.key === "PageDown") go(current + page);
    else if (event.key === "PageUp") go(current - page);
    else if (event.key === "Home") go(0);
    else if (event.key === "End") go(rows.length - 1);
    else if (event.key === "ArrowRight" && isFolder && !isList) {
      if (opened.has(path)) go(current + 1);
      else toggle(path, true);
    } else if (event.key === "ArrowLeft" && index >= 0 && !isList) {
      if (isFolder && opened.has(path)) toggle(path, false);
      else if (path.includes("\\")) setSelected(path.slice(0, path.lastIndexOf("\\")));
    } else if ((event.key === "Enter" || event.key === " ") && isFolder && !isList) toggle(path);
    else return;
    event.preventDefault();
  }

  return (
    <div class="split">
      <section class="main" aria-label={text.views.files}>
        <div class="bar">
          <label>
            {text.tree.filter} <input type="search" value={filter} spellcheck={false} onInput={(e) => setFilter(e.currentTarget.value)} />
          </label>
          <label>
            {text.tree.ofMod}{" "}
            <select value={owner} onChange={(e) => setOwner(e.currentTarget.value)}>
              <option value="">{text.tree.everyone}</option>
              <option value={"\0"}>{text.game}</option>
              {names?.mods.map((mod) => (
                <option key={mod} value={mod}>
                  {nameOf(mod)}
                </option>
              ))}
            </select>
          </label>
          <label>
            <input type="checkbox" checked={onlyMods} onChange={(e) => setOnlyMods(e.currentTarget.checked)} /> {text.tree.onlyMods}
          </label>
          {names && (
            <span class="quiet" role="status">
              {text.tree.shown(rows.length, names.paths.length)}
            </span>
          )}
        </div>
        {answer && !answer.value && <p class="banner bad">{api.plain(answer.messages)}</p>}
        <Loading what={answer} />
        {tree && rows.length === 0 && <p class="empty">{text.tree.none}</p>}
        <div
          ref={scroller}
          class="lines tree"
          role="tree"
          tabIndex={0}
          aria-label={text.tree.label}
          aria-activedescendant={current >= 0 && virtual.getVirtualItems().some((row) => row.index === current) ? `name-${rows[current]}` : undefined}
          onKeyDown={key}
        >
          <div class="all" role="presentation" style={{ height: `${virtual.getTotalSize()}px` }}>
            {names &&
              virtual.getVirtualItems().map((row) => {
                const index = rows[row.index];
                if (index === undefined) return null;
                const path = names.paths[index]!;
                const isFolder = (names.flags[index]! & 1) !== 0;
                const mod = names.owners[index]!;
                const depth = isList ? 0 : tree!.depths[index]!;
                return (
                  <div
                    key={index}
                    id={`name-${index}`}
                    role="treeitem"
                    class="line"
                    aria-level={depth + 1}
                    aria-selected={path === selected}
                    aria-expanded={isFolder && !isList ? opened.has(path) : undefined}
                    style={{ transform: `translateY(${row.start}px)`, height: `${rowHeight}px`, paddingLeft: `${8 + depth * 18}px` }}
                    onClick={() => {
                      if (isFolder && !isList) toggle(path);
                      setSelected(path);
                    }}
                  >
                    <span class="twist" aria-hidden="true">
                      {isFolder && !isList ? (opened.has(path) ? "▾" : "▸") : ""}
                    </span>
                    <span class="swatch" style={mod >= 0 ? { background: hue(mod) } : {}} />
                    <span class="grow path">{isList ? path : path.slice(path.lastIndexOf("\\") + 1)}</span>
                    {(names.flags[index]! & 2) !== 0 && <span class="quiet tag">{text.tree.replaces}</span>}
                    <span class="quiet owner">{mod >= 0 ? nameOf(names.mods[mod]!) : ""}</span>
                  </div>
                );
              })}
          </div>
        </div>
      </section>
      <aside class="side" aria-label={text.tree.preview}>
        {selected === null ? <p class="quiet">{text.tree.select}</p> : <NamePanel path={selected} names={names} />}
      </aside>
    </div>
  );
}

const nameOf = (mod: string | null) => (mod === null ? text.game : mod === "(overwrite)" ? text.overwrite : mod);

function NamePanel({ path, names }: { path: string; names: api.Names | undefined }) {
  const page = usePage();
  const answer = useAsked<api.Which>(api.isReport ? null : "which", path);
  const which = answer?.value;
  if (api.isReport) return <ReportPanel path={path} names={names} />;
  if (!which) return <Loading what={answer} />;
  const facts = new Map(which.facts.map((one) => [one.source, one]));
  const found = which.found;
  const providers = found ? [found.winner, ...found.losers] : [];
  const line = (one: api.Provider) => {
    const fact = facts.get(one.source);
    return (
      <li key={one.source}>
        <strong>{nameOf(one.mod)}</strong>{" "}
        {fact && (
          <span class="quiet">
            {fact.bytes !== null ? text.bytes(fact.bytes) : ""} {fact.changed ? text.time(fact.changed) : ""}
          </span>
        )}
        <div class="path quiet">{one.source}</div>
      </li>
    );
  };
  return (
    <>
      <h2 class="path">{path}</h2>
      {found && (
        <>
          {!found.isFolder && (
            <>
              <h3>{text.tree.seen}</h3>
              <ul class="plain-list">{line(found.winner)}</ul>
            </>
          )}
          {found.merged.length > 0 && (
            <>
              <h3>{text.tree.parts}</h3>
              <ul class="plain-list">{found.merged.map(line)}</ul>
            </>
          )}
          {found.losers.length > 0 && (
            <>
              <h3>{text.tree.loses}</h3>
              <ul class="plain-list">{found.losers.map(line)}</ul>
              <div class="buttons start">
                {found.losers
                  .filter((one) => one.mod !== null && one.mod !== "(overwrite)")
                  .map((one) => (
                    <button type="button" key={one.source} onClick={() => void page.act({ act: "prefer", name: one.mod!, path })}>
                      {text.tree.letWin(one.mod!)}
                    </button>
                  ))}
              </div>
            </>
          )}
          {!found.isFolder && (
            <div class="previews">
              {providers.map((one, i) => (
                <Preview key={one.source + page.generation} path={path} of={i} title={i === 0 ? text.tree.wins(nameOf(one.mod)) : nameOf(one.mod)} />
              ))}
            </div>
          )}
        </>
      )}
      {which.unseen && (
        <>
          <h3>{text.tree.unseen}</h3>
          <ul class="plain-list">
            {which.unseen.reasons.map((one, i) => (
              <li key={i}>
                {text.tree.reasons[one.cause] ?? one.cause} <strong>{nameOf(one.mod)}</strong>
                <div class="path quiet">{one.file}</div>
              </li>
            ))}
          </ul>
          <ul class="plain-list">{which.unseen.providers.map(line)}</ul>
        </>
      )}
    </>
  );
}

function ReportPanel({ path, names }: { path: string; names: api.Names | undefined }) {
  const conflicts = useAsked<api.Conflicts>("conflicts");
  const index = names?.paths.indexOf(path) ?? -1;
  const owner = index >= 0 ? names!.owners[index]! : -1;
  const losers = conflicts?.value?.conflicts.find((one) => one.path === path)?.losers ?? [];
  return (
    <>
      <h2 class="path">{path}</h2>
      <h3>{text.tree.seen}</h3>
      <p>{nameOf(owner >= 0 ? names!.mods[owner]! : null)}</p>
      {losers.length > 0 && <h3>{text.tree.loses}</h3>}
      <ul class="plain-list">
        {losers.map((one) => (
          <li key={one.source}>{nameOf(one.mod)}</li>
        ))}
      </ul>
    </>
  );
}

function Preview({ path, of, title }: { path: string; of: number; title: string }) {
  const { set } = usePage();
  const address = api.contentOf(path, of, set);
  const [shown, setShown] = useState<{ kind: "text"; value: string } | { kind: "picture" } | { kind: "none" } | null>(null);
  useEffect(() => {
    let isOver = false;
    const isPicture = /\.(png|jpe?g|gif|webp|bmp)$/i.test(path);
    void (async () => {
      if (isPicture) return { kind: "picture" as const };
      const response = await fetch(address);
      return response.ok && response.headers.get("Content-Type")?.startsWith("text/")
        ? { kind: "text" as const, value: await response.text() }
        : { kind: "none" as const };
    })().then((value) => !isOver && setShown(value));
    return () => {
      isOver = true;
    };
  }, [address]);
  if (shown === null) return null;
  return (
    <figure>
      <figcaption>{title}</figcaption>
      {shown.kind === "picture" && <img src={address} alt={`${path}: ${title}`} onError={() => setShown({ kind: "none" })} />}
      {shown.kind === "text" && (
        <pre tabIndex={0} aria-label={`${path}: ${title}`}>
          {shown.value}
        </pre>
      )}
      {shown.kind === "none" && <p class="quiet">{text.tree.noPreview}</p>}
    </figure>
  );
}
