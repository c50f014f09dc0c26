import { createContext } from "preact";
import { useCallback, useContext, useEffect, useMemo, useRef, useState } from "preact/hooks";
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
  undo?: api.Act;
}

export interface Page {
  set: string;
  setSet(set: string): void;
  /** Grows with every change on the disk. */
  generation: number;
  act(act: api.Act, said?: string, undo?: api.Act): Promise<api.ActAnswer>;
  jobs: Job[];
  tell(text: string, isError?: boolean): void;
  upload(file: File): Promise<void>;
  isRunning: boolean;
}

export const PageContext = createContext<Page>(undefined as unknown as Page);
export const usePage = () => useContext(PageContext);

/** Asks a question, and again after each change. The earlier answer stays until the new one is there. */
export function useAsked<T>(of: string | null, path?: string): api.Answer<T> | null {
  const { set, generation } = usePage();
  const [answer, setAnswer] = useState<{ of: string; path?: string; set: string; value: api.Answer<T> } | null>(null);
  useEffect(() => {
    if (of === null) return;
    let isOver = false;
    api.ask<T>(of, set, path).then(
      (value) => !isOver && setAnswer({ of, path, set, value }),
      () => undefined,
    );
    return () => {
      isOver = true;
    };
  }, [of, path, set, generation]);
  return answer && answer.of === of && answer.path === path && answer.set === set ? answer.value : null;
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

function useJobs(changed: () => void, lost: () => void): [Job[], (event: api.JobEvent) => void] {
  const [jobs, setJobs] = useState<Job[]>([]);
  const waiting = useRef<api.JobEvent[]>([]);
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
        if (event === null) lost();
        else if (event.kind === "changed" || event.kind === "hello") changed();
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
  const [set, setSet] = useState("");
  const [generation, setGeneration] = useState(0);
  const [told, setTold] = useState<Told[]>([]);
  const [isLost, setLost] = useState(false);
  const [facts, setFacts] = useState<api.About | null>(null);
  const lastId = useRef(0);
  const changed = useCallback(() => {
    setLost(false);
    setGeneration((before) => before + 1);
  }, []);
  const [jobs, take] = useJobs(changed, () => setLost(true));
  const tell = useCallback((said: string, isError = false, line = "", undo?: api.Act) => {
    if (!said) return;
    const id = ++lastId.current;
    setTold((before) => [...before.slice(-3), { id, text: said, line, isError, undo }]);
    if (!isError) setTimeout(() => setTold((before) => before.filter((one) => one.id !== id)), 7_000);
  }, []);
  const dismiss = (id: number) => setTold((before) => before.filter((one) => one.id !== id));

  useEffect(() => {
    void api.about().then((found) => {
      setFacts(found);
      setSet(found.set);
      document.title = `${found.game} – ${text.product}`;
      found.jobs.forEach(take);
    });
    // What lies deep in a mod isn't watched: whoever comes back to the page sees it as it is now.
    let away = false;
    const shown = () => {
      if (document.visibilityState === "hidden") away = true;
      else if (away) {
        away = false;
        void api.lookAgain().then(changed);
      }
    };
    document.addEventListener("visibilitychange", shown);
    return () => document.removeEventListener("visibilitychange", shown);
  }, []);

  const act = useCallback(
    async (asked: api.Act, said?: string, undo?: api.Act) => {
      const answer = await api.send(asked, set);
      const failed = answer.code !== 0;
      if (answer.job == null || failed)
        tell(failed ? api.plain(answer.messages) || api.plain(answer.output) || text.failed : (said ?? (api.plain(answer.output) || text.done)), failed, answer.line, failed ? undefined : undo);
      if (!failed && answer.messages.includes("warning:")) tell(api.plain(answer.messages), true, answer.line);
      if (answer.job == null) changed();
      return answer;
    },
    [set],
  );
  const upload = useCallback(
    async (file: File) => {
      const answer = await api.upload(file, set);
      if (answer.code !== 0) tell(api.plain(answer.messages), true);
    },
    [set],
  );

  // What an archive that was added came to.
  const ended = useRef(new Set<number>());
  useEffect(() => {
    for (const job of jobs.filter((one) => one.act === "add" && one.code !== null && !ended.current.has(one.number))) {
      ended.current.add(job.number);
      tell(api.plain(job.lines.join("\n")), job.code !== 0, job.line);
      changed();
    }
  }, [jobs]);

  const game = jobs.findLast((job) => (job.act === "run" || job.act === "profile") && job.code === null);
  const page: Page = useMemo(
    () => ({ set, setSet, generation, act, jobs, tell, upload, isRunning: game !== undefined }),
    [set, generation, act, jobs, upload, game !== undefined],
  );
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
        <div class="tools">{!api.isReport && <SetPicker changed={changed} />}</div>
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
      {game && (
        <p class="banner good" role="status">
          {text.running}
        </p>
      )}
      <main id="content" tabIndex={-1} aria-label={text.views[view]}>
        <Shown />
      </main>
      <div class="told" role="status" aria-live="polite">
        {told.map((one) => (
          <div key={one.id} class={one.isError ? "message bad" : "message"}>
            <div>
              <div class="said">{one.text}</div>
              {one.line && <code>{one.line}</code>}
            </div>
            {one.undo && (
              <button
                type="button"
                onClick={() => {
                  dismiss(one.id);
                  void act(one.undo!);
                }}
              >
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

function SetPicker({ changed }: { changed(): void }) {
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
      <button type="button" onClick={() => void api.lookAgain().then(changed)}>
        {text.lookAgain}
      </button>
    </>
  );
}

export function Messages({ list }: { list: api.Diagnostic[] }) {
  if (list.length === 0) return null;
  return (
    <ul class="diagnostics">
      {list.map((one, i) => (
        <li key={i} class={one.severity}>
          <strong>{one.severity}</strong> {one.mod && <span>{one.mod}: </span>}
          {one.cause}.{one.fix && <span class="quiet"> {one.fix}</span>}
          <Cure fix={one.fix ?? ""} />
        </li>
      ))}
    </ul>
  );
}

// The cures that are commands, by the words in which a diagnostic names them.
const cures: [RegExp, api.Act, string][] = [
  [/\brvfs refresh\b/, { act: "refresh" }, "rvfs refresh"],
  [/\brvfs order --fix\b/, { act: "order-fix" }, "rvfs order --fix"],
  [/\brvfs init\b/, { act: "init" }, "rvfs init"],
];

function Cure({ fix }: { fix: string }) {
  const page = usePage();
  const cure = cures.find(([words]) => words.test(fix));
  if (!cure || api.isReport) return null;
  return (
    <button type="button" onClick={() => void page.act(cure[1])}>
      {text.runs.cure(cure[2])}
    </button>
  );
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
