import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import * as api from "./api";
import { Loading, useAsked, usePage, usePrefer } from "./app";
import { text } from "./strings";
import { hue, useRows } from "./virtual";

const rowHeight = 26;

// Elements of rows that leave the sight become those of rows that come into it.
const elements = 256;

const folderFlag = 1;
const replacesFlag = 2;
const hiddenFlag = 4;

// What the list of mods has besides mods.
const everyone = "";
const ofGame = "\0";
const ofNobody = "\u0001";

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
  rows(opened: ReadonlySet<number>, words: string[], from: string, onlyMods: boolean): Uint32Array {
    const { paths, owners, flags, mods } = this.names;
    const rows = new Uint32Array(paths.length);
    let count = 0;
    const isList = words.length > 0 || from !== everyone;
    const owner = from === ofGame ? -1 : mods.indexOf(from);
    for (let i = 0; i < paths.length; ) {
      const isFolder = (flags[i]! & folderFlag) !== 0;
      const isHidden = (flags[i]! & hiddenFlag) !== 0;
      if (isList) {
        const isOf = from === everyone || (from === ofNobody ? isHidden : !isHidden && owners[i] === owner);
        if ((!isFolder || isHidden) && isOf && (!onlyMods || owners[i]! >= 0) && words.every((word) => this.small[i]!.includes(word))) rows[count++] = i;
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
  const page = usePage();
  const answer = useAsked<api.Names>("ls");
  const tree = useMemo(() => (answer?.value ? new Tree(answer.value) : null), [answer]);
  const [filter, setFilter] = useState("");
  const [from, setFrom] = useState(everyone);
  const [onlyMods, setOnlyMods] = useState(false);
  const [opened, setOpened] = useState<ReadonlySet<string>>(() => new Set(page.wanted === null ? [] : around(page.wanted)));
  const [selected, setSelected] = useState<string | null>(page.wanted);
  const names = tree?.names;
  // Another part of the page has led here.
  useEffect(() => {
    if (page.wanted === null) return;
    setFilter("");
    setFrom(everyone);
    setOnlyMods(false);
    setSelected(page.wanted);
    setOpened((before) => new Set([...before, ...around(page.wanted!)]));
  }, [page.wanted]);
  const indexes = useMemo(() => {
    const found = new Set<number>();
    if (tree && opened.size > 0) tree.names.paths.forEach((path, i) => opened.has(path) && found.add(i));
    return found;
  }, [tree, opened]);
  const words = filter.toLowerCase().replaceAll("/", "\\").split(" ").filter(Boolean);
  const rows = useMemo(() => tree?.rows(indexes, words, from, onlyMods) ?? new Uint32Array(), [tree, indexes, filter, from, onlyMods]);
  const hasHidden = useMemo(() => names?.flags.some((flags) => flags & hiddenFlag) === true, [names]);

  return (
    <div class="split">
      <section class="main" aria-label={text.views.files}>
        <div class="bar">
          <label>
            {text.tree.filter} <input type="search" value={filter} spellcheck={false} onInput={(e) => setFilter(e.currentTarget.value)} />
          </label>
          <label>
            {text.tree.ofMod}{" "}
            <select value={from} onChange={(e) => setFrom(e.currentTarget.value)}>
              <option value={everyone}>{text.tree.everyone}</option>
              <option value={ofGame}>{text.game}</option>
              {hasHidden && <option value={ofNobody}>{text.tree.hidden}</option>}
              {names?.mods.map((mod) => (
                <option key={mod} value={mod}>
                  {text.owner(mod)}
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
        {tree && rows.length > 0 && (
          <Rows
            tree={tree}
            rows={rows}
            isList={words.length > 0 || from !== everyone}
            opened={opened}
            toggle={(path, open) =>
              setOpened((before) => {
                const next = new Set(before);
                if (open ?? !next.has(path)) next.add(path);
                else next.delete(path);
                return next;
              })
            }
            selected={selected}
            select={setSelected}
          />
        )}
      </section>
      <aside class="side" aria-label={text.tree.preview}>
        {selected === null ? <p class="quiet">{text.tree.select}</p> : <NamePanel path={selected} names={names} />}
      </aside>
    </div>
  );
}

/** Returns the folders around a path. */
function around(path: string): string[] {
  const folders: string[] = [];
  for (let at = path.indexOf("\\"); at >= 0; at = path.indexOf("\\", at + 1)) folders.push(path.slice(0, at));
  return folders;
}

/** The rows in sight. While they scroll, nothing else of the page is made anew. */
function Rows(props: {
  tree: Tree;
  rows: Uint32Array;
  isList: boolean;
  opened: ReadonlySet<string>;
  toggle(path: string, open?: boolean): void;
  selected: string | null;
  select(path: string): void;
}) {
  const { tree, rows, isList, opened, toggle, selected, select } = props;
  const names = tree.names;
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useRows(rows.length, rowHeight, scroller);
  const current = useMemo(() => (selected === null ? -1 : rows.indexOf(names.paths.indexOf(selected))), [names, rows, selected]);
  // What was selected elsewhere comes into sight.
  const own = useRef<string | null>(null);
  useEffect(() => {
    if (current >= 0 && own.current !== selected) virtual.scrollToIndex(current, { align: "center" });
    own.current = selected;
  }, [current]);

  function choose(path: string) {
    own.current = path;
    select(path);
  }

  function go(row: number) {
    if (rows.length === 0) return;
    row = Math.max(0, Math.min(rows.length - 1, row));
    choose(names.paths[rows[row]!]!);
    virtual.scrollToIndex(row);
  }

  function key(event: KeyboardEvent) {
    const index = current >= 0 ? rows[current]! : -1;
    const path = index >= 0 ? names.paths[index]! : "";
    const isFolder = index >= 0 && (names.flags[index]! & folderFlag) !== 0;
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
      else if (path.includes("\\")) choose(path.slice(0, path.lastIndexOf("\\")));
    } else if ((event.key === "Enter" || event.key === " ") && isFolder && !isList) toggle(path);
    else return;
    event.preventDefault();
  }

  const inSight = virtual.getVirtualItems();
  return (
    <div
      ref={scroller}
      class="lines tree"
      role="tree"
      tabIndex={0}
      aria-label={text.tree.label}
      aria-activedescendant={current >= 0 && inSight.some((row) => row.index === current) ? `name-${rows[current]}` : undefined}
      onKeyDown={key}
    >
      <div class="all" role="presentation" style={{ height: `${virtual.getTotalSize()}px` }}>
        {inSight.map((row) => {
          const index = rows[row.index];
          if (index === undefined) return null;
          const path = names.paths[index]!;
          const flags = names.flags[index]!;
          const isHidden = (flags & hiddenFlag) !== 0;
          const isFolder = (flags & folderFlag) !== 0 && !isHidden;
          const mod = names.owners[index]!;
          const depth = isList ? 0 : tree.depths[index]!;
          return (
            <div
              key={row.index % elements}
              id={`name-${index}`}
              role="treeitem"
              class="line"
              aria-level={depth + 1}
              aria-selected={path === selected}
              aria-expanded={isFolder && !isList ? opened.has(path) : undefined}
              style={{ transform: `translateY(${row.start}px)`, height: `${rowHeight}px`, paddingLeft: `${8 + depth * 18}px` }}
              onClick={() => {
                if (isFolder && !isList) toggle(path);
                choose(path);
              }}
            >
              <span class="twist" aria-hidden="true">
                {isFolder && !isList ? (opened.has(path) ? "▾" : "▸") : ""}
              </span>
              <span class="swatch" style={{ background: mod >= 0 && !isHidden ? hue(mod) : "none" }} />
              <span class={isHidden ? "grow path loses" : "grow path"}>{isList ? path : path.slice(path.lastIndexOf("\\") + 1)}</span>
              <span class="quiet tag">{flags & replacesFlag ? text.tree.replaces : isHidden ? text.tree.isHidden : ""}</span>
              <span class="quiet owner">{mod >= 0 ? text.owner(names.mods[mod]!) : ""}</span>
            </div>
          );
        })}
      </div>
    </div>
  );
}

function NamePanel({ path, names }: { path: string; names: api.Names | undefined }) {
  const page = usePage();
  const prefer = usePrefer();
  const answer = useAsked<api.Which>(api.isReport ? null : "which", path);
  const which = answer?.value;
  if (api.isReport) return <ReportPanel path={path} names={names} />;
  if (!which)
    return (
      <>
        <h2 class="path">{path}</h2>
        <Loading what={answer} />
      </>
    );
  const facts = new Map(which.facts.map((one) => [one.source, one]));
  const found = which.found;
  const providers = found ? [found.winner, ...found.losers] : [];
  const line = (one: api.Provider) => {
    const fact = facts.get(one.source);
    return (
      <li key={one.source}>
        <strong>{text.owner(one.mod)}</strong>{" "}
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
                  .filter((one) => text.canWin(found.winner.mod) && text.canWin(one.mod))
                  .map((one) => (
                    <button type="button" key={one.source} onClick={() => prefer(one.mod!, path)}>
                      {text.tree.letWin(one.mod!)}
                    </button>
                  ))}
              </div>
            </>
          )}
          {!found.isFolder && (
            <div class="previews">
              {providers.map((one, i) => (
                <Preview key={one.source + page.generation} path={path} of={i} title={i === 0 ? text.tree.wins(text.owner(one.mod)) : text.owner(one.mod)} />
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
                {text.tree.reasons[one.cause.toLowerCase()] ?? one.cause} <strong>{text.owner(one.mod)}</strong>
                <div class="path quiet">{one.file}</div>
              </li>
            ))}
          </ul>
          {which.unseen.providers.length > 0 && <h3>{text.tree.has}</h3>}
          <ul class="plain-list">{which.unseen.providers.map(line)}</ul>
          {which.unseen.providers.some((one) => !one.isFolder) && (
            <div class="previews">
              {which.unseen.providers.map((one, i) => (
                <Preview key={one.source + page.generation} path={path} of={i} title={text.owner(one.mod)} />
              ))}
            </div>
          )}
        </>
      )}
    </>
  );
}

function ReportPanel({ path, names }: { path: string; names: api.Names | undefined }) {
  const conflicts = useAsked<api.Conflicts>("conflicts");
  const index = names?.paths.indexOf(path) ?? -1;
  const owner = index >= 0 ? names!.owners[index]! : -1;
  const isHidden = index >= 0 && (names!.flags[index]! & hiddenFlag) !== 0;
  const losers = conflicts?.value?.conflicts.find((one) => one.path === path)?.losers ?? [];
  return (
    <>
      <h2 class="path">{path}</h2>
      <h3>{isHidden ? text.tree.unseen : text.tree.seen}</h3>
      <p>
        {isHidden ? `${text.tree.isHidden} ` : ""}
        {text.owner(owner >= 0 ? names!.mods[owner]! : null)}
      </p>
      {losers.length > 0 && <h3>{text.tree.loses}</h3>}
      <ul class="plain-list">
        {losers.map((one) => (
          <li key={one.source}>{text.owner(one.mod)}</li>
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
