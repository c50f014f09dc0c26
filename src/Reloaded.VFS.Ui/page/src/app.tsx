import { createContext } from "preact";
import { useCallback, useContext, useEffect, useMemo, useReducer, useRef, useState } from "preact/hooks";
import type { ComponentChildren } from "preact";
import * as api from "./api";
import { text } from "./strings";
import { ConflictsView } from "./conflicts";
import { FilesView } from "./files";
import { InstallerDialog } from "./installer";
import { ModsView } from "./mods";
import { RunsView } from "./runs";
import { SetsView } from "./sets";

export interface Job {
  number: number;
  act: string;
  line: string;
  lines: string[];
  question: string | null;
  code: number | null;
}

interface Told {
  id: number;
  text: string;
  line: string;
  isError: boolean;
  /** What takes it back, one after the other. */
  undo?: api.Act[];
}

/** What takes an act back, one after the other, also as its answer requires. */
type Undo = api.Act[] | ((answer: api.ActAnswer) => api.Act[]);

export interface Page {
  set: string;
  setSet(set: string): void;
  /** Grows with every change on the disk. */
  generation: number;
  /** Grows when a game starts or ends. */
  runs: number;
  act(act: api.Act, said?: string, undo?: Undo): Promise<api.ActAnswer>;
  jobs: Job[];
  tell(text: string, isError?: boolean): void;
  /** Adds an archive, as a mod of its own or as the new version of one. */
  upload(file: File, mod?: string): Promise<void>;
  isRunning: boolean;
  home: string;
  game: string;
  /** The name that the view of the files shows. */
  wanted: string | null;
  show(path: string): void;
}

export const PageContext = createContext<Page>(undefined as unknown as Page);
export const usePage = () => useContext(PageContext);

// What was answered last is shown until the new answer is there, also in a view that was left meanwhile.
const shown = new Map<string, api.Answer<unknown>>();
const mostShown = 100;
const keyOf = (of: string | null, set: string, path?: string) => JSON.stringify([of, set, path]);

/** Asks a question, and again after each change. The earlier answer stays until the new one is there. */
export function useAsked<T>(of: string | null, path?: string): api.Answer<T> | null {
  const { set, generation, runs } = usePage();
  const [, draw] = useReducer((n: number) => n + 1, 0);
  const key = keyOf(of, set, path);
  useEffect(() => {
    if (of === null) return;
    let isOver = false;
    api.askOnce<T>(of, set, path).then(
      (value) => {
        if (shown.size > mostShown) shown.clear();
        shown.set(key, value);
        if (!isOver) draw(undefined as never);
      },
      () => undefined,
    );
    return () => {
      isOver = true;
    };
  }, [key, generation, of !== null && api.isOfRuns(of) ? runs : 0]);
  return of === null ? null : ((shown.get(key) as api.Answer<T> | undefined) ?? null);
}

/** Returns what lets a mod win a path. The way back is the rule that was there before, or none. */
export function usePrefer(): (mod: string, path: string) => void {
  const page = usePage();
  const rules = useAsked<api.Rules>(api.isReport ? null : "prefer");
  const plain = (path: string) => path.replaceAll("\\", "/").toLowerCase();
  return (mod, path) => {
    const before = rules?.value?.rules.findLast((one) => plain(one.path) === plain(path));
    void page.act({ act: "prefer", name: mod, path }, undefined, [
      before ? { act: "prefer", name: before.mod, path: before.path } : { act: "prefer-none", path },
    ]);
  };
}

const views = ["mods", "files", "conflicts", "runs", "sets"] as const;
type View = (typeof views)[number];

function useView(): View {
  const read = () => (views.find((view) => location.hash === `#${view}`) ?? "mods") as View;
  const [view, setView] = useState<View>(read);
  useEffect(() => {
    const changed = () => setView(read());
    addEventListener("hashchange", changed);
    return () => removeEventListener("hashchange", changed);
  }, []);
  return view;
}

const mostLines = 5000;

function useJobs(changed: () => void, ran: () => void, heard: (isLost: boolean) => void): [Job[], (event: api.JobEvent) => void] {
  const [jobs, setJobs] = useState<Job[]>([]);
  const waiting = useRef<api.JobEvent[]>([]);
  const isFirst = useRef(true);
  const take = useCallback((event: api.JobEvent) => {
    // A game makes thousands of calls a second: they are taken together, once a frame.
    if (waiting.current.push(event) > 1) return;
    requestAnimationFrame(() => {
      const events = waiting.current;
      waiting.current = [];
      setJobs((before) => events.reduce(next, before));
    });
  }, []);
  useEffect(
    () =>
      api.follow((event) => {
        heard(event === null);
        if (event === null) return;
        if (event.kind === "changed") changed();
        else if (event.kind === "ran") ran();
        else if (event.kind === "hello") {
          // The first one says whether anything has changed since the page was made, later ones that the connection is there again.
          if (!isFirst.current || event.changes !== api.first.changes) changed();
          isFirst.current = false;
        }
        else take(event as api.JobEvent);
      }),
    [],
  );
  return [jobs, take];
}

function next(jobs: Job[], event: api.JobEvent): Job[] {
  if (event.kind === "begun")
    return jobs.some((job) => job.number === event.job)
      ? jobs
      : [...jobs, { number: event.job, act: event.act, line: event.text, lines: [], question: null, code: null }];
  return jobs.map((job) => {
    if (job.number !== event.job) return job;
    if (event.kind === "line") {
      const lines = job.lines.length < mostLines ? job.lines : job.lines.slice(-mostLines / 2);
      // Appended in place: a copy for each of thousands of lines would take a second.
      if (lines === job.lines) job.lines.push(event.text);
      else lines.push(event.text);
      return { ...job, lines };
    }
    if (event.kind === "question") return { ...job, question: event.text };
    return { ...job, question: null, code: event.code ?? 0 };
  });
}

export function App() {
  const view = useView();
  const [set, setSet] = useState(api.first.about?.set ?? "");
  const [generation, setGeneration] = useState(0);
  const [runs, setRuns] = useState(0);
  const [wanted, setWanted] = useState<string | null>(null);
  const [uploading, setUploading] = useState<string[]>([]);
  const [told, setTold] = useState<Told[]>([]);
  const [isLost, setLost] = useState(false);
  const [facts, setFacts] = useState<api.About | null>(api.first.about ?? null);
  const lastId = useRef(0);
  const away = useRef(false);
  const missed = useRef(false);
  const changed = useCallback(() => {
    api.forget();
    // A game may change much while nobody sees the page.
    if (document.visibilityState === "hidden") missed.current = true;
    else setGeneration((before) => before + 1);
  }, []);
  const [jobs, take] = useJobs(changed, () => setRuns((before) => before + 1), setLost);
  const tell = useCallback((said: string, isError = false, line = "", undo?: api.Act[]) => {
    if (!said) return;
    const id = ++lastId.current;
    setTold((before) => [...before.slice(-3), { id, text: said, line, isError, undo }]);
    // Who wants to take something back has time to read what it was.
    if (!isError) setTimeout(() => setTold((before) => before.filter((one) => one.id !== id)), undo ? 20_000 : 7_000);
  }, []);
  const dismiss = (id: number) => setTold((before) => before.filter((one) => one.id !== id));

  useEffect(() => {
    void api.about().then((found) => {
      setFacts(found);
      setSet(found.set);
      document.title = `${found.game} – ${text.product}`;
      found.jobs.forEach(take);
    });
    // Not everything can be watched: whoever comes back to the page sees it as it is now.
    const left = () => {
      away.current = true;
    };
    const back = () => {
      if (document.visibilityState === "hidden" || !away.current) return;
      away.current = false;
      void api.lookAgain(true);
      if (missed.current) changed();
      missed.current = false;
      setRuns((before) => before + 1);
    };
    const turned = () => (document.visibilityState === "hidden" ? left() : back());
    document.addEventListener("visibilitychange", turned);
    addEventListener("blur", left);
    addEventListener("focus", back);
    return () => {
      document.removeEventListener("visibilitychange", turned);
      removeEventListener("blur", left);
      removeEventListener("focus", back);
    };
  }, []);

  // A game that was started elsewhere, as by Steam.
  const [isOutside, setOutside] = useState(false);
  useEffect(() => {
    if (api.isReport) return;
    let isOver = false;
    const look = () => void api.askOnce<api.Last>("last", "").then((last) => !isOver && setOutside(last.value?.isRunning === true), () => undefined);
    look();
    // One that is ended by force doesn't say so.
    const timer = isOutside ? setInterval(() => document.visibilityState !== "hidden" && look(), 5_000) : undefined;
    return () => {
      isOver = true;
      clearInterval(timer);
    };
  }, [runs, isOutside]);

  const act = useCallback(
    async (asked: api.Act, said?: string, undo?: Undo) => {
      const answer = await api.send(asked, set);
      const failed = answer.code !== 0;
      const back = failed ? undefined : typeof undo === "function" ? undo(answer) : undo;
      if (answer.job == null || failed)
        tell(failed ? api.plain(answer.messages) || api.plain(answer.output) || text.failed : (said ?? (api.plain(answer.output) || text.done)), failed, answer.line, back);
      // What is wrong with the mods anyway stands above their list.
      const standing = (shown.get(keyOf("mods", set)) as api.Answer<api.Mods> | undefined)?.value?.diagnostics ?? [];
      const news = answer.messages.split("\n").filter((line) => line.includes("warning:") && !standing.some((one) => line.includes(one.cause)));
      if (!failed && news.length > 0) tell(api.plain(news.join("\n")), true, answer.line);
      if (answer.job == null) changed();
      return answer;
    },
    [set],
  );
  async function takeBack(told: Told) {
    dismiss(told.id);
    let answer: api.ActAnswer | null = null;
    for (const one of told.undo!) {
      answer = await api.send(one, set);
      if (answer.code !== 0) break;
    }
    if (answer && answer.code !== 0) tell(api.plain(answer.messages) || text.failed, true, answer.line);
    else tell(text.undone);
    changed();
  }

  const upload = useCallback(
    async (file: File, mod = "") => {
      setUploading((before) => [...before, file.name]);
      const answer = await api.upload(file, set, mod);
      setUploading((before) => before.toSpliced(before.indexOf(file.name), 1));
      if (answer.code !== 0) tell(api.plain(answer.messages), true);
    },
    [set],
  );
  const show = useCallback((path: string) => {
    setWanted(path);
    location.hash = "files";
  }, []);

  // What an archive that was added came to.
  const ended = useRef(new Set<number>());
  useEffect(() => {
    for (const job of jobs.filter((one) => one.act === "add" && one.code !== null && !ended.current.has(one.number))) {
      ended.current.add(job.number);
      const said = api.plain(job.lines.join("\n"));
      // Who stops an installer has made no error.
      tell(said, job.code !== 0 && said !== "Nothing was done.", job.line);
      changed();
    }
  }, [jobs]);

  const game = jobs.findLast((job) => (job.act === "run" || job.act === "profile") && job.code === null);
  const isRunning = game !== undefined || isOutside;
  const page: Page = useMemo(
    () => ({ set, setSet, generation, runs, act, jobs, tell, upload, isRunning, home: facts?.home ?? "", game: facts?.game ?? "", wanted, show }),
    [set, generation, runs, act, jobs, upload, isRunning, facts, wanted],
  );
  const adding = [...uploading, ...jobs.filter((one) => one.act === "add" && one.code === null && one.question === null).map((one) => one.line)];
  const Shown = { mods: ModsView, files: FilesView, conflicts: ConflictsView, runs: RunsView, sets: SetsView }[view];
  return (
    <PageContext.Provider value={page}>
      <a class="skip" href="#content" onClick={(e) => (e.preventDefault(), document.getElementById("content")?.focus())}>
        {text.skip}
      </a>
      <header>
        <div class="title">
          <h1>{facts?.game ?? "\u00a0"}</h1>
          <span class="quiet" title={facts?.folder}>
            {text.product} {facts?.version}
          </span>
        </div>
        <nav aria-label={text.product}>
          {views
            .filter((one) => !api.isReport || one !== "sets")
            .map((one) => (
              <a key={one} href={`#${one}`} aria-current={one === view ? "page" : undefined}>
                {text.views[one]}
              </a>
            ))}
        </nav>
        <div class="tools">{!api.isReport && <SetPicker />}</div>
      </header>
      {api.isReport && (
        <p class="banner" role="status">
          {text.report}
        </p>
      )}
      {isLost && (
        <p class="banner bad" role="alert">
          {text.lost}
        </p>
      )}
      {isRunning && (
        <p class="banner good" role="status">
          {text.running}
        </p>
      )}
      <main id="content" tabIndex={-1} aria-label={text.views[view]}>
        <Shown />
      </main>
      <div class="told" role="status" aria-live="polite">
        {adding.map((one) => (
          <div key={one} class="message adding">
            <div>
              {text.installer.adding} <span class="path">{one.replace(/^rvfs add /, "").replace(/^"(.*)"$/, "$1")}</span>
            </div>
          </div>
        ))}
        {told.map((one) => (
          <div key={one.id} class={one.isError ? "message bad" : "message"}>
            <div>
              <div class="said">{one.text}</div>
              {one.line && <code>{one.line}</code>}
            </div>
            {one.undo && (
              <button type="button" onClick={() => void takeBack(one)}>
                {text.undo}
              </button>
            )}
            <button type="button" class="plain" aria-label={text.dismiss} onClick={() => dismiss(one.id)}>
              ✕
            </button>
          </div>
        ))}
      </div>
      <InstallerDialog />
    </PageContext.Provider>
  );
}

function SetPicker() {
  const page = usePage();
  const sets = useAsked<api.Sets>("sets");
  return (
    <>
      {(sets?.value?.sets.length ?? 0) > 0 && (
        <label>
          {text.set}{" "}
          <select value={page.set} onChange={(e) => page.setSet(e.currentTarget.value)}>
            <option value="">{text.noSet}</option>
            {sets!.value!.sets.map((one) => (
              <option key={one.name} value={one.name}>
                {one.name}
              </option>
            ))}
          </select>
        </label>
      )}
      <button type="button" onClick={() => void api.lookAgain(false)}>
        {text.lookAgain}
      </button>
    </>
  );
}

const capital = (said: string) => (said.startsWith("rvfs") ? said : said.charAt(0).toUpperCase() + said.slice(1));

export function Messages({ list }: { list: api.Diagnostic[] }) {
  if (list.length === 0) return null;
  return (
    <ul class="diagnostics">
      {list.map((one, i) => (
        <li key={i} class={one.severity}>
          <strong>{text.severities[one.severity]}</strong> {one.mod && !one.cause.includes(one.mod) && <span>{one.mod}: </span>}
          {capital(one.cause)}.{one.fix && <span class="quiet"> {capital(one.fix)}</span>}
          <Cure fix={one.fix ?? ""} />
        </li>
      ))}
    </ul>
  );
}

// The cures that are commands, by the words in which a diagnostic names them. Those that delete something are asked about.
const cures: [RegExp, (name: string) => api.Act, asks?: string][] = [
  [/\brvfs refresh\b/, () => ({ act: "refresh" })],
  [/\brvfs order --fix\b/, () => ({ act: "order-fix" })],
  [/\brvfs init\b/, () => ({ act: "init" })],
  [/\brvfs mods disable "([^"]+)"/, (name) => ({ act: "disable", mods: [name] })],
  [/\brvfs mods enable "([^"]+)"/, (name) => ({ act: "enable", mods: [name] })],
  [/\brvfs prefer --remove "([^"]+)"/, (path) => ({ act: "prefer-none", path })],
  [/\brvfs overwrite clear "([^"]+)"/, (path) => ({ act: "overwrite-clear", path }), text.runs.clearAsk],
  [/\brvfs run\b(?! --)/, () => ({ act: "run", how: "mods" })],
];

function Cure({ fix }: { fix: string }) {
  const page = usePage();
  const [dialog, confirm] = useConfirmation();
  if (api.isReport) return null;
  for (const [words, make, asks] of cures) {
    const found = words.exec(fix);
    if (!found) continue;
    const act = make(found[1] ?? "");
    return (
      <>
        <button type="button" onClick={() => (asks ? confirm(asks, text.runs.cureDo, () => void page.act(act)) : void page.act(act))}>
          {act.act === "run" ? text.runs.start : text.runs.cure(found[0])}
        </button>
        {dialog}
      </>
    );
  }

  return null;
}

export function Loading({ what }: { what: unknown }) {
  return what ? null : (
    <p class="quiet loading" role="status">
      {text.loading}…
    </p>
  );
}

/** Asks before something is done that can't be undone. */
export function useConfirmation(): [ComponentChildren, (question: string, word: string, then: () => void) => void] {
  const [asked, setAsked] = useState<{ question: string; word: string; then: () => void } | null>(null);
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (asked) dialog.current?.showModal();
  }, [asked]);
  const shown = asked && (
    <dialog ref={dialog} onClose={() => setAsked(null)} aria-labelledby="question">
      <p id="question">{asked.question}</p>
      <div class="buttons">
        <button type="button" onClick={() => dialog.current?.close()}>
          {text.cancel}
        </button>
        <button
          type="button"
          class="bad"
          onClick={() => {
            dialog.current?.close();
            asked.then();
          }}
        >
          {asked.word}
        </button>
      </div>
    </dialog>
  );
  return [shown, (question, word, then) => setAsked({ question, word, then })];
}
