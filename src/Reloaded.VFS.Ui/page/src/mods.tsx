import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import * as api from "./api";
import { Loading, Messages, useAsked, usePage, usePrefer } from "./app";
import { text } from "./strings";
import { Lines, Path } from "./virtual";

export function ModsView() {
  const page = usePage();
  const answer = useAsked<api.Mods>("mods");
  const [mods, setMods] = useState<api.Mod[] | null>(answer?.value?.mods ?? (page.set === (api.first.about?.set ?? "") ? ordered() : null));
  const [focused, setFocused] = useState<string | null>(null);
  const [anchor, setAnchor] = useState<string | null>(null);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [dragged, setDragged] = useState<string[]>([]);
  const [over, setOver] = useState<{ mod: string; place: "before" | "after" } | null>(null);
  const [drops, setDrops] = useState(false);
  const [updated, setUpdated] = useState("");
  const list = useRef<HTMLDivElement>(null);
  const adder = useRef<HTMLDialogElement>(null);
  const keepsFocus = useRef(false);

  useEffect(() => {
    if (answer?.value) setMods(answer.value.mods);
  }, [answer]);
  // The row that has the focus keeps it when the order changes.
  useEffect(() => {
    if (focused && keepsFocus.current) rowOf(focused)?.focus();
  }, [mods]);

  const rowOf = (mod: string) => [...(list.current?.querySelectorAll<HTMLElement>("[data-mod]") ?? [])].find((row) => row.dataset["mod"] === mod);
  const chosen = (mod: string) => (selected.has(mod) ? mods!.filter((one) => selected.has(one.mod)).map((one) => one.mod) : [mod]);

  function choose(mod: string, event: { shiftKey: boolean; ctrlKey: boolean; metaKey: boolean }) {
    setFocused(mod);
    rowOf(mod)?.focus();
    if (event.shiftKey && anchor && mods) {
      const ends = [mods.findIndex((one) => one.mod === anchor), mods.findIndex((one) => one.mod === mod)].sort((a, b) => a - b);
      setSelected(new Set(mods.slice(ends[0], ends[1]! + 1).map((one) => one.mod)));
      return;
    }

    setAnchor(mod);
    if (event.ctrlKey || event.metaKey) {
      const next = new Set(selected);
      if (!next.delete(mod)) next.add(mod);
      setSelected(next);
    } else setSelected(new Set([mod]));
  }

  /** Shows a change before the launcher has made it; what it has made comes after that. */
  function move(names: string[], place: "before" | "after" | "first" | "last", other?: string) {
    if (!mods || names.length === 0 || (other !== undefined && names.includes(other))) return;
    const rest = mods.filter((one) => !names.includes(one.mod));
    const moved = mods.filter((one) => names.includes(one.mod));
    const at = place === "first" ? 0 : place === "last" ? rest.length : rest.findIndex((one) => one.mod === other) + (place === "after" ? 1 : 0);
    setMods([...rest.slice(0, at), ...moved, ...rest.slice(at)]);
    // Each one behind the one that was before it: in this order all of them come to their old places.
    const undo = moved.map((one): api.Act => {
      const before = mods[mods.indexOf(one) - 1];
      return before ? { act: "move", mods: [one.mod], place: "after", other: before.mod } : { act: "move", mods: [one.mod], place: "first" };
    });
    void page.act({ act: "move", mods: moved.map((one) => one.mod), place, other }, text.mod.moved(names.join(", ")), undo);
  }

  function step(mod: string, down: boolean) {
    if (!mods) return;
    const names = chosen(mod);
    const indexes = names.map((name) => mods.findIndex((one) => one.mod === name));
    const other = down ? mods[Math.max(...indexes) + 1] : mods[Math.min(...indexes) - 1];
    if (other) move(names, down ? "after" : "before", other.mod);
  }

  function turn(names: string[], on: boolean) {
    setMods(mods!.map((one) => (names.includes(one.mod) ? { ...one, state: on ? "active" : "disabled" } : one)));
    const turned = mods!.filter((one) => names.includes(one.mod) && isOn(one) !== on).map((one) => one.mod);
    void page.act({ act: on ? "enable" : "disable", mods: names }, undefined, turned.length > 0 ? [{ act: on ? "disable" : "enable", mods: turned }] : undefined);
  }

  const remove = (names: string[]) => page.act({ act: "remove", mods: names }, text.mod.removed, [{ act: "put-back", mods: names }]);

  function add(mod: string) {
    setUpdated(mod);
    adder.current?.showModal();
  }

  function key(event: KeyboardEvent, mod: api.Mod) {
    if (!mods || api.isReport) return;
    const index = mods.indexOf(mod);
    keepsFocus.current = true;
    const to =
      event.key === "ArrowDown" ? index + 1 : event.key === "ArrowUp" ? index - 1 : event.key === "Home" ? 0 : event.key === "End" ? mods.length - 1 : -1;
    if (event.altKey && (event.key === "ArrowDown" || event.key === "ArrowUp")) step(mod.mod, event.key === "ArrowDown");
    else if (event.altKey && event.key === "Home") move(chosen(mod.mod), "first");
    else if (event.altKey && event.key === "End") move(chosen(mod.mod), "last");
    else if (to >= 0 && to < mods.length) choose(mods[to]!.mod, event);
    else if (event.key === " ") turn(chosen(mod.mod), !isOn(mod));
    else if (event.key === "Delete") void remove(chosen(mod.mod));
    else if (event.key === "a" && event.ctrlKey) setSelected(new Set(mods.map((one) => one.mod)));
    else return;
    event.preventDefault();
  }

  const warningsOf = (mod: string) => said.filter((one) => one.mod === mod && one.severity !== "notice").length;
  const shown = mods?.find((one) => one.mod === focused) ?? null;
  const said = answer?.value?.diagnostics ?? [];
  const general = (answer?.value?.diagnostics ?? []).filter((one) => one.severity !== "notice" || one.fix);
  return (
    <div
      class="split"
      onDragOver={(e) => {
        if (!e.dataTransfer?.types.includes("Files")) return;
        e.preventDefault();
        setDrops(true);
      }}
      onDragLeave={(e) => e.currentTarget === e.target && setDrops(false)}
      onDrop={(e) => {
        setDrops(false);
        if (!e.dataTransfer?.files.length) return;
        e.preventDefault();
        for (const file of e.dataTransfer.files) void page.upload(file);
      }}
    >
      <section class="main" aria-label={text.views.mods}>
        {!api.isReport && (
          <div class="bar">
            <button type="button" class="first" onClick={() => add("")}>
              {text.mod.add}
            </button>
            {selected.size > 0 && shown && (
              <>
                <button type="button" aria-label={text.mod.up} title={text.mod.up} onClick={() => step(shown.mod, false)}>
                  ↑
                </button>
                <button type="button" aria-label={text.mod.down} title={text.mod.down} onClick={() => step(shown.mod, true)}>
                  ↓
                </button>
                <button type="button" title={text.mod.first} onClick={() => move(chosen(shown.mod), "first")}>
                  {text.mod.firstShort}
                </button>
                <button type="button" title={text.mod.last} onClick={() => move(chosen(shown.mod), "last")}>
                  {text.mod.lastShort}
                </button>
                <button type="button" onClick={() => turn(chosen(shown.mod), !isOn(shown))}>
                  {isOn(shown) ? text.mod.switchOff : text.mod.switchOn}
                </button>
                <button type="button" onClick={() => void remove(chosen(shown.mod))}>
                  {text.mod.remove}
                </button>
                <span class="quiet" role="status">
                  {text.list.selected(selected.size)}
                </span>
              </>
            )}
          </div>
        )}
        {answer && !answer.value && <p class="banner bad">{api.plain(answer.messages)}</p>}
        {general.length > 0 && (
          <details class="warnings" open={general.some((one) => one.severity === "error")}>
            <summary>{text.warnings(general.length)}</summary>
            <Messages list={general} />
          </details>
        )}
        <Loading what={mods ?? answer} />
        {mods?.length === 0 && <p class="empty">{text.list.empty}</p>}
        {mods && mods.length > 0 && (
          <div ref={list} class="mods" role="grid" aria-label={text.list.label} aria-multiselectable="true" aria-rowcount={mods.length + 1}
            onFocusOut={(e) => {
              // A row that is moved loses the focus to nothing.
              if (e.relatedTarget && !list.current?.contains(e.relatedTarget as Node)) keepsFocus.current = false;
            }}
          >
            <div class="row head" role="row" aria-rowindex={1}>
              <span role="columnheader">{text.list.place}</span>
              <span role="columnheader">{text.list.on}</span>
              <span role="columnheader">{text.list.name}</span>
              <span role="columnheader" class="number">
                {text.list.files}
              </span>
              <span role="columnheader" class="number">
                {text.list.conflicts}
              </span>
              <span role="columnheader">{text.list.state}</span>
            </div>
            {mods.map((mod, index) => (
              <div
                key={mod.mod}
                role="row"
                data-mod={mod.mod}
                aria-rowindex={index + 2}
                aria-selected={selected.has(mod.mod)}
                tabIndex={(focused ?? mods[0]!.mod) === mod.mod ? 0 : -1}
                class={`row ${isOn(mod) ? "" : "off"} ${over?.mod === mod.mod ? `drop-${over.place}` : ""}`}
                draggable={!api.isReport}
                onClick={(e) => choose(mod.mod, e)}
                onFocus={() => setFocused(mod.mod)}
                onKeyDown={(e) => key(e, mod)}
                onDragStart={(e) => {
                  setDragged(chosen(mod.mod));
                  e.dataTransfer?.setData("text/plain", mod.mod);
                }}
                onDragEnd={() => (setDragged([]), setOver(null))}
                onDragOver={(e) => {
                  if (dragged.length === 0) return;
                  e.preventDefault();
                  const box = e.currentTarget.getBoundingClientRect();
                  setOver({ mod: mod.mod, place: e.clientY < box.top + box.height / 2 ? "before" : "after" });
                }}
                onDrop={(e) => {
                  if (dragged.length === 0) return;
                  e.preventDefault();
                  const box = e.currentTarget.getBoundingClientRect();
                  move(dragged, e.clientY < box.top + box.height / 2 ? "before" : "after", mod.mod);
                  setOver(null);
                  setDragged([]);
                }}
              >
                <span role="gridcell" class="number quiet">
                  {isOn(mod) ? mod.place : ""}
                </span>
                <span role="gridcell">
                  <input
                    type="checkbox"
                    tabIndex={-1}
                    disabled={api.isReport}
                    aria-label={text.list.isOn(mod.mod)}
                    checked={isOn(mod)}
                    onClick={(e) => e.stopPropagation()}
                    onChange={(e) => turn([mod.mod], e.currentTarget.checked)}
                  />
                </span>
                <span role="gridcell" class="name">
                  {mod.mod}
                  {mod.version && <span class="quiet"> {mod.version}</span>}
                  {mod.name && mod.name !== mod.mod && <span class="quiet"> {mod.name}</span>}
                </span>
                <span role="gridcell" class="number">
                  {isOn(mod) ? mod.files?.toLocaleString("en") : ""}
                </span>
                <span role="gridcell" class="number">
                  {isOn(mod) && mod.conflicts ? mod.conflicts.toLocaleString("en") : ""}
                </span>
                <span role="gridcell" class={mod.state === "error" || mod.state === "missing" ? "bad" : "quiet"}>
                  {warningsOf(mod.mod) > 0 && <span class="warned">{text.list.warnings(warningsOf(mod.mod))} </span>}
                  {[text.list.states[mod.state], mod.hides ? text.list.hides(mod.hides) : ""].filter(Boolean).join(", ")}
                </span>
              </div>
            ))}
          </div>
        )}
        {!api.isReport && mods?.length !== 0 && <p class="quiet hint">{text.list.help}</p>}
        {drops && <div class="dropzone">{text.mod.dropped}</div>}
      </section>
      <aside class="side" aria-label={text.mod.files}>
        {shown ? (
          <ModPanel mod={shown} diagnostics={said.filter((one) => one.mod === shown.mod)} update={() => add(shown.mod)} />
        ) : (
          mods?.length !== 0 && <p class="quiet">{text.mod.none}</p>
        )}
      </aside>
      <dialog ref={adder} aria-labelledby="add-title">
        <h2 id="add-title">{updated ? text.mod.updateTitle(updated) : text.mod.add}</h2>
        <form
          method="dialog"
          onSubmit={(e) => {
            const form = e.currentTarget;
            const file = form.querySelector<HTMLInputElement>("input[type=file]")!.files?.[0];
            const path = form.querySelector<HTMLInputElement>("input[name=path]")!.value.trim();
            if (file) void page.upload(file, updated);
            else if (path) void page.act({ act: "add", path, name: updated });
            form.reset();
          }}
        >
          <label>
            {text.mod.addFile}
            <input type="file" accept=".zip,.7z,.rar" />
          </label>
          <label>
            {text.mod.addPath}
            <input name="path" type="text" spellcheck={false} />
          </label>
          <p class="quiet">{updated ? text.mod.updateAbout : text.mod.update}</p>
          <div class="buttons">
            <button type="button" onClick={() => adder.current?.close()}>
              {text.cancel}
            </button>
            <button type="submit" class="first">
              {updated ? text.mod.updateDo : text.mod.addDo}
            </button>
          </div>
        </form>
      </dialog>
    </div>
  );
}

/** The mods as the page has come with them, before they are read. */
function ordered(): api.Mod[] | null {
  let place = 0;
  return (
    api.first.order?.all.map((one) => ({
      ...one,
      place: one.state === "active" || one.state === "new" ? ++place : null,
      files: null,
      hides: null,
      conflicts: null,
      id: null,
    })) ?? null
  );
}

const isOn = (mod: api.Mod) => mod.state === "active" || mod.state === "new";

interface OwnFile {
  path: string;
  wins: boolean;
  over: string[];
  by: string | null;
}

function ModPanel({ mod, diagnostics, update }: { mod: api.Mod; diagnostics: api.Diagnostic[]; update(): void }) {
  const page = usePage();
  const prefer = usePrefer();
  const [size, setSize] = useState<api.Size | null>(null);
  useEffect(() => {
    let isOver = false;
    setSize(null);
    void api.sizeOf(mod.mod, page.set).then((found) => !isOver && setSize(found), () => undefined);
    return () => {
      isOver = true;
    };
  }, [mod.mod, page.set, page.generation]);
  const names = useAsked<api.Names>("ls");
  const conflicts = useAsked<api.Conflicts>("conflicts");
  const files = useMemo(() => {
    const own = new Map<string, OwnFile>();
    const list = names?.value;
    if (!list) return [];
    const index = list.mods.indexOf(mod.mod);
    if (index >= 0)
      for (let i = 0; i < list.paths.length; i++)
        if (list.owners[i] === index && !(list.flags[i]! & 5))
          own.set(list.paths[i]!, { path: list.paths[i]!, wins: true, over: list.flags[i]! & 2 ? [text.game] : [], by: mod.mod });
    for (const one of conflicts?.value?.conflicts ?? [])
      if (one.winner.mod === mod.mod) {
        const file = own.get(one.path);
        if (file) file.over = one.losers.map((loser) => text.owner(loser.mod));
      } else if (one.losers.some((loser) => loser.mod === mod.mod))
        own.set(one.path, { path: one.path, wins: false, over: [], by: one.winner.mod });
    return [...own.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
  }, [names, conflicts, mod.mod]);
  const hidden = useMemo(() => {
    const list = names?.value;
    const index = list?.mods.indexOf(mod.mod) ?? -1;
    return list && index >= 0 ? list.paths.filter((_, i) => list.owners[i] === index && list.flags[i]! & 4) : [];
  }, [names, mod.mod]);
  return (
    <>
      <h2>{mod.name ?? mod.mod}</h2>
      {!api.isReport && mod.state !== "missing" && (
        <div class="buttons start">
          <button type="button" onClick={update}>
            {text.mod.updateButton}
          </button>
        </div>
      )}
      <dl>
        {mod.version && (
          <>
            <dt>{text.mod.version}</dt>
            <dd>{mod.version}</dd>
          </>
        )}
        {mod.id && (
          <>
            <dt>{text.mod.id}</dt>
            <dd>{mod.id}</dd>
          </>
        )}
        {size && (
          <>
            <dt>{text.mod.size}</dt>
            <dd>{text.mod.sizeOf(size.files, size.bytes)}</dd>
          </>
        )}
        <dt>{text.mod.folder}</dt>
        <dd class="path">{mod.folder}</dd>
      </dl>
      <Messages list={diagnostics} />
      {!isOn(mod) && <p class="quiet">{text.mod.notSeen[mod.state] ?? text.mod.notSeen["disabled"]}</p>}
      {isOn(mod) && (
        <>
          <h3>
            {text.mod.files} <span class="quiet">{files.length > 0 && text.files(files.length)}</span>
          </h3>
          <Loading what={names} />
          {names && files.length === 0 && <p class="quiet">{text.mod.noFiles}</p>}
          {files.length > 0 && (
            <Lines
              items={files}
              label={text.mod.files}
              line={(file) => (
                <>
                  <Path path={file.path} class={file.wins ? "" : "loses"} />
                  <span class="quiet cut">{file.wins ? (file.over.length > 0 ? text.mod.winsOver(file.over.join(", ")) : "") : text.mod.loses(text.owner(file.by))}</span>
                  {!file.wins && text.canWin(file.by) && !api.isReport && (
                    <button type="button" class="small" aria-label={text.mod.preferFile(file.path)} onClick={() => prefer(mod.mod, file.path)}>
                      {text.mod.prefer}
                    </button>
                  )}
                </>
              )}
            />
          )}
          {hidden.length > 0 && (
            <>
              <h3>
                {text.mod.hides} <span class="quiet">{text.names(hidden.length)}</span>
              </h3>
              <Lines items={hidden} label={text.mod.hides} line={(path) => <Path path={path} />} />
            </>
          )}
        </>
      )}
    </>
  );
}
