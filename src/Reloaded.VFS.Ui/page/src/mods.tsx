import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import * as api from "./api";
import { Loading, Messages, useAsked, usePage } from "./app";
import { text } from "./strings";
import { Lines } from "./virtual";

export function ModsView() {
  const page = usePage();
  const answer = useAsked<api.Mods>("mods");
  const [mods, setMods] = useState<api.Mod[] | null>(null);
  const [focused, setFocused] = useState<string | null>(null);
  const [anchor, setAnchor] = useState<string | null>(null);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [dragged, setDragged] = useState<string[]>([]);
  const [over, setOver] = useState<{ mod: string; place: "before" | "after" } | null>(null);
  const [drops, setDrops] = useState(false);
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
    void page.act({ act: "move", mods: moved.map((one) => one.mod), place, other }, text.mod.moved(names.join(", ")));
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
    void page.act({ act: on ? "enable" : "disable", mods: names });
  }

  const remove = (names: string[]) => page.act({ act: "remove", mods: names }, text.mod.removed, { act: "put-back", mods: names });

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

  const shown = mods?.find((one) => one.mod === focused) ?? null;
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
            <button type="button" class="first" onClick={() => adder.current?.showModal()}>
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
                  {isOn(mod) ? mod.files.toLocaleString("en") : ""}
                </span>
                <span role="gridcell" class="number">
                  {isOn(mod) && mod.conflicts > 0 ? mod.conflicts.toLocaleString("en") : ""}
                </span>
                <span role="gridcell" class={mod.state === "error" || mod.state === "missing" ? "bad" : "quiet"}>
                  {[text.list.states[mod.state], mod.hides > 0 ? text.list.hides(mod.hides) : ""].filter(Boolean).join(", ")}
                </span>
              </div>
            ))}
          </div>
        )}
        {!api.isReport && <p class="quiet hint">{text.list.help}</p>}
        {drops && <div class="dropzone">{text.mod.dropped}</div>}
      </section>
      <aside class="side" aria-label={text.mod.files}>
        {shown ? (
          <ModPanel mod={shown} diagnostics={(answer?.value?.diagnostics ?? []).filter((one) => one.mod === shown.mod)} />
        ) : (
          <p class="quiet">{text.mod.none}</p>
        )}
      </aside>
      <dialog ref={adder} aria-labelledby="add-title">
        <h2 id="add-title">{text.mod.add}</h2>
        <form
          method="dialog"
          onSubmit={(e) => {
            const form = e.currentTarget;
            const file = form.querySelector<HTMLInputElement>("input[type=file]")!.files?.[0];
            const path = form.querySelector<HTMLInputElement>("input[name=path]")!.value.trim();
            if (file) void page.upload(file);
            else if (path) void page.act({ act: "add", path });
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
          <p class="quiet">{text.mod.update}</p>
          <div class="buttons">
            <button type="button" onClick={() => adder.current?.close()}>
              {text.cancel}
            </button>
            <button type="submit" class="first">
              {text.mod.addDo}
            </button>
          </div>
        </form>
      </dialog>
    </div>
  );
}

const isOn = (mod: api.Mod) => mod.state === "active" || mod.state === "new";

interface OwnFile {
  path: string;
  wins: boolean;
  over: string[];
  by: string;
}

function ModPanel({ mod, diagnostics }: { mod: api.Mod; diagnostics: api.Diagnostic[] }) {
  const page = usePage();
  const names = useAsked<api.Names>("ls");
  const conflicts = useAsked<api.Conflicts>("conflicts");
  const files = useMemo(() => {
    const own = new Map<string, OwnFile>();
    const list = names?.value;
    if (!list) return [];
    const index = list.mods.indexOf(mod.mod);
    if (index >= 0)
      for (let i = 0; i < list.paths.length; i++)
        if (list.owners[i] === index && !(list.flags[i]! & 1))
          own.set(list.paths[i]!, { path: list.paths[i]!, wins: true, over: list.flags[i]! & 2 ? [text.game] : [], by: mod.mod });
    for (const one of conflicts?.value?.conflicts ?? [])
      if (one.winner.mod === mod.mod) {
        const file = own.get(one.path);
        if (file) file.over = [...one.losers.map((loser) => loser.mod ?? text.game)];
      } else if (one.losers.some((loser) => loser.mod === mod.mod))
        own.set(one.path, { path: one.path, wins: false, over: [], by: one.winner.mod ?? text.game });
    return [...own.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
  }, [names, conflicts, mod.mod]);
  return (
    <>
      <h2>{mod.name ?? mod.mod}</h2>
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
        {mod.hides > 0 && (
          <>
            <dt>{text.mod.hides}</dt>
            <dd>{text.names(mod.hides)}</dd>
          </>
        )}
        <dt>{text.mod.folder}</dt>
        <dd class="path">{mod.folder}</dd>
      </dl>
      <Messages list={diagnostics} />
      <h3>
        {text.mod.files} <span class="quiet">{files.length > 0 && text.files(files.length)}</span>
      </h3>
      {isOn(mod) && <Loading what={names} />}
      <Lines
        items={files}
        label={text.mod.files}
        line={(file) => (
          <>
            <span class={`grow path ${file.wins ? "" : "loses"}`} title={file.path}>
              {file.path}
            </span>
            <span class="quiet">{file.wins ? (file.over.length > 0 ? text.mod.winsOver(file.over.join(", ")) : "") : text.mod.loses(file.by)}</span>
            {!file.wins && !api.isReport && (
              <button
                type="button"
                class="small"
                aria-label={text.mod.preferFile(file.path)}
                onClick={() => void page.act({ act: "prefer", name: mod.mod, path: file.path })}
              >
                {text.mod.prefer}
              </button>
            )}
          </>
        )}
      />
    </>
  );
}
