import { text } from "./strings";

export interface Diagnostic {
  severity: "notice" | "warning" | "error";
  cause: string;
  file?: string | null;
  line?: number | null;
  mod?: string | null;
  fix?: string | null;
}

export interface Mod {
  mod: string;
  state: string;
  place: number | null;
  /** Null until the mods are read, as the next two. */
  files: number | null;
  hides: number | null;
  conflicts: number | null;
  id: string | null;
  name: string | null;
  version: string | null;
  folder: string;
}

export interface Mods {
  mods: Mod[];
  diagnostics: Diagnostic[];
}

/** The mods in their order: what is known of them before they are read. */
export interface Order {
  all: { mod: string; state: string; name: string | null; version: string | null; folder: string }[];
}

export interface Removed {
  mods: { mod: string; folder: string }[];
}

export interface Size {
  files: number;
  bytes: number;
}

export interface Provider {
  mod: string | null;
  source: string;
  isFolder: boolean;
}

export interface FoundName {
  path: string;
  isFolder: boolean;
  replacesGame: boolean;
  winner: Provider;
  losers: Provider[];
  merged: Provider[];
}

export interface Which {
  found: FoundName | null;
  unseen: { path: string; reasons: { cause: string; mod: string | null; file: string | null; to: string | null }[]; providers: Provider[] } | null;
  facts: { source: string; bytes: number | null; changed: string | null }[];
}

export interface Pair {
  winner: string;
  loser: string;
  files: string[];
  identical: string[];
}

export interface Conflicts {
  conflicts: FoundName[];
  pairs: Pair[];
}

export interface Names {
  mods: string[];
  paths: string[];
  owners: number[];
  flags: number[];
}

export interface Rules {
  rules: { mod: string; path: string; line: number }[];
}

export interface Sets {
  sets: { name: string; folder: string; isUsed: boolean; preferences: number; mods: { mod: string; isOn: boolean }[] }[];
}

export interface Undo {
  program: string | null;
  began: string | null;
  steps: { act: string; path: string; bytes: number; leads: string | null }[];
  kept: { path: string; cause: string }[];
}

export interface Overwrite {
  folder: string;
  entries: { kind: string; path: string; isFolder: boolean; bytes: number | null; over: string | null }[];
}

export interface Deleted {
  names: { mod: string; path: string }[];
}

export interface Last {
  version: string;
  time: string;
  game: string | null;
  milliseconds: number | null;
  isRunning: boolean;
  files: number;
  replaces: number;
  mods: { name: string; state: string; files: number; wins: number; replaces: number }[];
  diagnostics: Diagnostic[];
  exit: { time: string; code: number; status: string | null } | null;
}

export interface Doctor {
  findings: Diagnostic[];
}

export interface About {
  game: string;
  folder: string;
  home: string;
  set: string;
  version: string;
  jobs: JobEvent[];
}

export interface JobEvent {
  kind: "begun" | "line" | "question" | "ended";
  job: number;
  act: string;
  text: string;
  code?: number | null;
}

/** What is asked of the launcher: the server's ActRequest. */
export interface Act {
  act: string;
  mods?: string[];
  other?: string;
  place?: string;
  path?: string;
  name?: string;
  how?: string;
  all?: boolean;
}

export interface ActAnswer {
  code: number;
  line: string;
  output: string;
  messages: string;
  job?: number | null;
}

export interface Answer<T> {
  code: number;
  value: T | null;
  text: string;
  messages: string;
}

declare global {
  interface Window {
    rvfsReport?: Record<string, unknown>;
  }
}

/** What came with the page. */
export const first = JSON.parse(document.getElementById("first")?.textContent || "{}") as { about?: About; order?: Order | null; changes?: number };

/** Whether this is the page of a report, which has its answers in it and no server. */
export const isReport = window.rvfsReport !== undefined;

// What a run leaves behind, and what is wrong with the system, isn't known to change.
const changing = new Set(["doctor", "last", "undo", "overwrite", "deleted", "removed"]);
const kept = new Map<string, Promise<Answer<unknown>>>();

/** Whether an answer may be another one after a run. */
export const isOfRuns = (of: string) => changing.has(of);

/** Forgets the answers, because something has changed. */
export const forget = () => kept.clear();

/** Asks a question that the parts of the page share: it is answered once until something changes. */
export function askOnce<T>(of: string, set: string, path?: string): Promise<Answer<T>> {
  const key = JSON.stringify([of, set, path]);
  let answer = kept.get(key) as Promise<Answer<T>> | undefined;
  if (!answer) {
    answer = ask<T>(of, set, path);
    kept.set(key, answer);
    const drop = () => kept.get(key) === answer && kept.delete(key);
    answer.then((found) => (changing.has(of) || found.value === null) && drop(), drop);
  }

  return answer;
}

export async function ask<T>(of: string, set: string, path?: string): Promise<Answer<T>> {
  if (window.rvfsReport) {
    const value = (window.rvfsReport[of] ?? null) as T | null;
    return { code: value === null ? 1 : 0, value, text: "", messages: "" };
  }

  const query = new URLSearchParams({ of });
  if (set) query.set("set", set);
  if (path !== undefined) query.set("path", path);
  const response = await fetch(`/api/ask?${query}`);
  const body = await response.text();
  const isJson = response.headers.get("Content-Type")?.startsWith("application/json") === true;
  return {
    code: Number(response.headers.get("X-Rvfs-Code") ?? response.status),
    value: isJson && response.ok ? (JSON.parse(body) as T) : null,
    text: isJson ? "" : body,
    messages: decodeURIComponent(response.headers.get("X-Rvfs-Messages") ?? ""),
  };
}

export async function about(): Promise<About> {
  if (first.about) return first.about;
  if (window.rvfsReport) return window.rvfsReport["about"] as About;
  return (await (await fetch("/api/about")).json()) as About;
}

async function post(path: string, body: unknown): Promise<ActAnswer> {
  try {
    const response = await fetch(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
    return (await response.json()) as ActAnswer;
  } catch {
    return { code: -1, line: "", output: "", messages: text.lost };
  }
}

export const send = (act: Act, set: string) => post("/api/do", set ? { ...act, set } : act);
export const answerJob = (job: number, answer: string | null) => post("/api/answer", { job, answer });

/** Adds an archive from this computer: as a mod of its own, or as the new version of one. */
export async function upload(file: File, set: string, mod: string): Promise<ActAnswer> {
  const query = new URLSearchParams({ name: file.name });
  if (set) query.set("set", set);
  if (mod) query.set("mod", mod);
  try {
    const response = await fetch(`/api/upload?${query}`, { method: "POST", headers: { "Content-Type": "application/octet-stream" }, body: file });
    return (await response.json()) as ActAnswer;
  } catch {
    return { code: -1, line: "", output: "", messages: text.lost };
  }
}

/** Returns what a mod takes up on the disk, or null if that isn't known. */
export async function sizeOf(mod: string, set: string): Promise<Size | null> {
  if (isReport) return null;
  const query = new URLSearchParams({ mod });
  if (set) query.set("set", set);
  const response = await fetch(`/api/size?${query}`);
  return response.ok ? ((await response.json()) as Size | null) : null;
}

/** Has the server look again; of a page to which one comes back, only if it can't watch all. It tells of the change itself. */
export const lookAgain = (isBack: boolean) =>
  isReport ? Promise.resolve() : fetch(`/api/ask?of=order&fresh=${isBack ? "back" : "all"}`).then(() => undefined, () => undefined);

/** Returns the address of a file that has a name of the game: that of the winner (0), or of one that loses. */
export function contentOf(path: string, of: number, set: string): string {
  const query = new URLSearchParams({ path, of: String(of) });
  if (set) query.set("set", set);
  return `/api/content?${query}`;
}

/** Follows what happens. Calls back with null if the connection is lost. */
export function follow(told: (event: JobEvent | { kind: "changed" | "ran" } | { kind: "hello"; changes: number } | null) => void): () => void {
  if (isReport) return () => undefined;
  const source = new EventSource("/api/events");
  source.onmessage = (message) => told(JSON.parse(message.data as string) as JobEvent);
  source.onerror = () => told(null);
  return () => source.close();
}

/** A launcher's messages without the name at the beginning of each. */
export const plain = (messages: string) => messages.replace(/^rvfs: (error: )?/gm, "").trim();
