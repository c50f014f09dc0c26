import { useState } from "preact/hooks";
import type { ComponentChildren } from "preact";
import * as api from "./api";
import { Loading, Messages, useAsked, useConfirmation, usePage } from "./app";
import { text } from "./strings";
import { Lines } from "./virtual";

const words = text.runs;

export function RunsView() {
  return (
    <div class="cards">
      <div class="stack">
        {!api.isReport && <PlayCard />}
        <LastCard />
        <DoctorCard />
      </div>
      {!api.isReport && (
        <div class="stack">
          <ChangesCard />
          <OverwriteCard />
        </div>
      )}
      {!api.isReport && <MonitorCard />}
    </div>
  );
}

export function Card(props: { title: string; class?: string; children: ComponentChildren }) {
  const id = `card-${props.title.replaceAll(" ", "-")}`;
  return (
    <section class={`card ${props.class ?? ""}`} aria-labelledby={id}>
      <h2 id={id}>{props.title}</h2>
      {props.children}
    </section>
  );
}

function PlayCard() {
  const page = usePage();
  const [how, setHow] = useState("mods");
  const run = page.jobs.findLast((job) => job.act === "run" || job.act === "profile");
  const hasProfile = page.jobs.some((job) => job.act === "profile" && job.code !== null);
  return (
    <Card title={words.play}>
      <div class="bar">
        <button type="button" class="first" disabled={page.isRunning} onClick={() => void page.act({ act: "run", how })}>
          {words.start}
        </button>
        <label>
          <span class="hidden">{words.how}</span>
          <select value={how} onChange={(e) => setHow(e.currentTarget.value)}>
            {Object.entries(words.ways).map(([value, name]) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <button type="button" disabled={page.isRunning} onClick={() => void page.act({ act: "profile" })}>
          {words.profile}
        </button>
        {hasProfile && (
          <a href="/profile" target="_blank" rel="noopener">
            {words.openProfile}
          </a>
        )}
      </div>
      {run && (
        <>
          <p class="quiet">
            <code>{run.line}</code> {run.code !== null && words.over(run.code)}
          </p>
          {run.lines.length > 0 && <Lines items={run.lines} label={words.log} height={20} class="log" line={(line) => <span class="path">{line}</span>} />}
        </>
      )}
    </Card>
  );
}

function MonitorCard() {
  const page = usePage();
  const [how, setHow] = useState("all");
  const monitor = page.jobs.findLast((job) => job.act === "monitor");
  const goesOn = monitor !== undefined && monitor.code === null;
  return (
    <Card title={words.monitor} class="wide">
      <div class="bar">
        <button type="button" onClick={() => void (goesOn ? api.answerJob(monitor.number, null) : page.act({ act: "monitor", how }))}>
          {goesOn ? words.stopFollow : words.follow}
        </button>
        <label>
          <span class="hidden">{words.monitor}</span>
          <select value={how} disabled={goesOn} onChange={(e) => setHow(e.currentTarget.value)}>
            <option value="all">{words.all}</option>
            <option value="redirected">{words.redirected}</option>
            <option value="missing">{words.missing}</option>
          </select>
        </label>
      </div>
      {!monitor || monitor.lines.length === 0 ? (
        <p class="quiet">{words.noCalls}</p>
      ) : (
        <Lines
          items={goesOn ? monitor.lines.toReversed() : monitor.lines}
          label={words.calls}
          height={20}
          class="log tall"
          line={(line) => <span class="path">{line}</span>}
        />
      )}
    </Card>
  );
}

function LastCard() {
  const answer = useAsked<api.Last>("last");
  const last = answer?.value;
  return (
    <Card title={words.last}>
      <Loading what={answer} />
      {answer && !last && <p class="quiet">{words.noLast}</p>}
      {last && (
        <>
          <dl>
            <dt>{words.when}</dt>
            <dd>{text.time(last.time)}</dd>
            <dt>{words.program}</dt>
            <dd class="path">{last.game?.replace(/^.*[\\/]/, "")}</dd>
            <dt>{words.supplied}</dt>
            <dd>{last.files.toLocaleString("en")}</dd>
            <dt>{words.replaced}</dt>
            <dd>{last.replaces.toLocaleString("en")}</dd>
            {last.milliseconds !== null && (
              <>
                <dt>{words.took}</dt>
                <dd>{last.milliseconds.toFixed(1)} ms</dd>
              </>
            )}
            <dt>{words.exit}</dt>
            <dd>{last.exit ? words.ended(text.time(last.exit.time), last.exit.status, last.exit.code) : last.isRunning ? words.stillRuns : words.noEnd}</dd>
          </dl>
          <Messages list={last.diagnostics} />
        </>
      )}
    </Card>
  );
}

function ChangesCard() {
  const page = usePage();
  const answer = useAsked<api.Undo>("undo");
  const [dialog, confirm] = useConfirmation();
  const undo = answer?.value;
  const has = undo?.began !== null && undo !== null && undo !== undefined;
  return (
    <Card title={words.changes}>
      <Loading what={answer} />
      {answer && !has && <p class="quiet">{words.noChanges}</p>}
      {has && (
        <>
          <p class="quiet">
            {undo.program}, {text.time(undo.began!)}
          </p>
          <Lines
            items={undo.steps}
            label={words.changes}
            class="short"
            line={(step) => (
              <>
                <span class="tag quiet">{words.acts[step.act] ?? step.act}</span>
                <span class="grow path">{step.path}</span>
                {step.bytes > 0 && <span class="quiet">{text.bytes(step.bytes)}</span>}
              </>
            )}
          />
          {undo.kept.map((one) => (
            <p key={one.path} class="quiet">
              <span class="path">{one.path}</span> {words.kept}: {one.cause}
            </p>
          ))}
          <button type="button" disabled={undo.steps.length === 0} onClick={() => confirm(words.takeBackAsk, words.takeBack, () => void page.act({ act: "undo" }))}>
            {words.takeBack}
          </button>
        </>
      )}
      {dialog}
    </Card>
  );
}

function OverwriteCard() {
  const page = usePage();
  const answer = useAsked<api.Overwrite>("overwrite");
  const deleted = useAsked<api.Deleted>("deleted");
  const [mod, setMod] = useState("");
  const [dialog, confirm] = useConfirmation();
  const entries = answer?.value?.entries ?? [];
  const names = deleted?.value?.names ?? [];
  return (
    <Card title={words.overwrite}>
      <Loading what={answer} />
      {answer && entries.length === 0 && <p class="quiet">{words.noOverwrite}</p>}
      {entries.length > 0 && (
        <>
          <p class="quiet path">{answer!.value!.folder}</p>
          <Lines
            items={entries}
            label={words.overwrite}
            class="short"
            line={(entry) => (
              <>
                <span class="tag quiet">{words.kinds[entry.kind]}</span>
                <span class="grow path">{entry.path}</span>
                <span class="quiet">
                  {entry.over ? text.mod.winsOver(text.owner(entry.over)) : ""} {entry.bytes !== null ? text.bytes(entry.bytes) : ""}
                </span>
              </>
            )}
          />
          <form
            class="bar"
            onSubmit={(e) => {
              e.preventDefault();
              if (mod.trim()) void page.act({ act: "overwrite-to", name: mod.trim() });
            }}
          >
            <label>
              {words.toMod} <input type="text" value={mod} onInput={(e) => setMod(e.currentTarget.value)} />
            </label>
            <button type="submit">{words.move}</button>
            <button type="button" class="bad" onClick={() => confirm(words.clearAsk, words.clear, () => void page.act({ act: "overwrite-clear" }))}>
              {words.clear}
            </button>
          </form>
        </>
      )}
      {names.length > 0 && (
        <>
          <h3>{words.deleted}</h3>
          <Lines
            items={names}
            label={words.deleted}
            class="short"
            line={(one) => (
              <>
                <span class="grow path">{one.path}</span>
                <span class="quiet">{one.mod}</span>
              </>
            )}
          />
          <button type="button" onClick={() => confirm(words.seeAgainAsk, words.seeAgain, () => void page.act({ act: "deleted-clear" }))}>
            {words.seeAgain}
          </button>
        </>
      )}
      {dialog}
    </Card>
  );
}

function DoctorCard() {
  const [isAsked, setAsked] = useState(api.isReport);
  const answer = useAsked<api.Doctor>(isAsked ? "doctor" : null);
  return (
    <Card title={words.doctor}>
      {!isAsked && (
        <button type="button" onClick={() => setAsked(true)}>
          {words.examine}
        </button>
      )}
      {isAsked && <Loading what={answer} />}
      {answer?.value?.findings.length === 0 && <p>{words.healthy}</p>}
      {answer?.value && <Messages list={answer.value.findings} />}
      {answer && !answer.value && <p class="bad">{api.plain(answer.messages)}</p>}
    </Card>
  );
}
