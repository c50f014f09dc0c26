import { useState } from "preact/hooks";
import * as api from "./api";
import { Loading, useAsked, useConfirmation, usePage } from "./app";
import { Card } from "./runs";
import { text } from "./strings";

const words = text.sets;

/** Returns the path of a file in a folder, as this system writes it. */
const joined = (folder: string, name: string) => `${folder}${folder.includes("\\") ? "\\" : "/"}${name}`;

export function SetsView() {
  return (
    <div class="cards">
      <div class="stack">
        <SetsCard />
        <RemovedCard />
        <BugCard />
      </div>
      <div class="stack">
        <ImportCard />
        <ExportCard />
      </div>
    </div>
  );
}

function SetsCard() {
  const page = usePage();
  const answer = useAsked<api.Sets>("sets");
  const [name, setName] = useState("");
  const [dialog, confirm] = useConfirmation();
  const sets = answer?.value?.sets ?? [];
  return (
    <Card title={words.title}>
      <p class="quiet">{words.about}</p>
      <Loading what={answer} />
      {answer?.value && sets.length === 0 && <p class="quiet">{words.none}</p>}
      <ul class="rules">
        {sets.map((one) => (
          <li key={one.name}>
            <strong class="cut">{one.name}</strong>
            <span class="quiet grow">
              {words.count(one.mods.filter((mod) => mod.isOn).length, one.mods.length)}
            </span>
            {page.set === one.name ? (
              <span class="tag">{words.used}</span>
            ) : (
              <button type="button" class="small" aria-label={`${words.use}: ${one.name}`} onClick={() => page.setSet(one.name)}>
                {words.use}
              </button>
            )}
            <button
              type="button"
              class="small"
              aria-label={`${words.remove}: ${one.name}`}
              onClick={() =>
                confirm(words.removeAsk(one.name), words.remove, () => {
                  if (page.set === one.name) page.setSet("");
                  void page.act({ act: "set-delete", name: one.name });
                })
              }
            >
              {words.remove}
            </button>
          </li>
        ))}
      </ul>
      <form
        class="bar"
        onSubmit={(e) => {
          e.preventDefault();
          if (!name.trim()) return;
          void page.act({ act: "set-new", name: name.trim() });
          setName("");
        }}
      >
        <label>
          {words.name} <input type="text" value={name} onInput={(e) => setName(e.currentTarget.value)} />
        </label>
        <button type="submit">{words.make}</button>
      </form>
      {dialog}
    </Card>
  );
}

function ImportCard() {
  const page = usePage();
  const [source, setSource] = useState("");
  const [copies, setCopies] = useState(false);
  const [set, setSet] = useState("");
  const [plan, setPlan] = useState("");
  const [dialog, confirm] = useConfirmation();
  return (
    <Card title={words.import}>
      <form
        onSubmit={(e) => {
          e.preventDefault();
          const take = () => void page.act({ act: "import", path: source.trim(), all: copies, name: set.trim() });
          if (!source.trim()) return;
          if (set.trim()) take();
          else confirm(words.importAsk, words.doImport, take);
        }}
      >
        <label>
          {words.source}
          <input type="text" spellcheck={false} value={source} onInput={(e) => setSource(e.currentTarget.value)} />
        </label>
        <label>
          {words.asSet}
          <input type="text" value={set} onInput={(e) => setSet(e.currentTarget.value)} />
        </label>
        <label class="check">
          <input type="checkbox" checked={copies} onChange={(e) => setCopies(e.currentTarget.checked)} /> {words.copy}
        </label>
        <div class="buttons start">
          <button
            type="button"
            onClick={() =>
              source.trim() &&
              void page.act({ act: "import-check", path: source.trim() }).then((answer) => setPlan(`${answer.output}${api.plain(answer.messages)}`))
            }
          >
            {words.check}
          </button>
          <button type="submit" class="first">
            {words.doImport}
          </button>
        </div>
        {plan && (
          <pre tabIndex={0} aria-label={words.check}>
            {plan}
          </pre>
        )}
      </form>
      {dialog}
    </Card>
  );
}

function ExportCard() {
  const page = usePage();
  const [format, setFormat] = useState("rvfs");
  const offered = joined(page.home, `${page.game} mods${format === "r2z" ? ".r2z" : format === "rvfs" ? ".json" : ""}`);
  const [typed, setPlace] = useState<string | null>(null);
  const place = typed ?? offered;
  return (
    <Card title={words.export}>
      <form
        onSubmit={(e) => {
          e.preventDefault();
          if (place.trim()) void page.act({ act: "export", path: place.trim(), how: format });
        }}
      >
        <label>
          {words.place}
          <input type="text" spellcheck={false} value={place} onInput={(e) => setPlace(e.currentTarget.value)} />
        </label>
        <label>
          {words.format}
          <select value={format} onChange={(e) => setFormat(e.currentTarget.value)}>
            {Object.entries(words.formats).map(([value, name]) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <div class="buttons start">
          <button type="submit">{words.doExport}</button>
        </div>
      </form>
    </Card>
  );
}

function RemovedCard() {
  const page = usePage();
  const answer = useAsked<api.Removed>("removed");
  const [dialog, confirm] = useConfirmation();
  const mods = answer?.value?.mods ?? [];
  return (
    <Card title={words.removedMods}>
      <Loading what={answer} />
      {answer && <p class="quiet">{mods.length > 0 ? words.removedAbout : words.noRemoved}</p>}
      <ul class="rules">
        {mods.map((one) => (
          <li key={one.folder}>
            <span class="grow cut" title={one.folder}>
              {one.mod}
            </span>
            <button
              type="button"
              class="small"
              aria-label={`${words.putBack}: ${one.mod}`}
              onClick={() =>
                // If another one had its place, that one is now the last removed one of the name, and comes back likewise.
                void page.act({ act: "put-back", mods: [one.folder] }, undefined, (answer) => [
                  { act: answer.output.includes("rvfs remove --undo") ? "put-back" : "remove", mods: [one.mod] },
                ])
              }
            >
              {words.putBack}
            </button>
            <button
              type="button"
              class="small bad"
              aria-label={`${words.forever}: ${one.mod}`}
              onClick={() => confirm(words.foreverAsk(one.mod), words.forever, () => void page.act({ act: "remove-forever", mods: [one.folder] }))}
            >
              {words.forever}
            </button>
          </li>
        ))}
      </ul>
      {dialog}
    </Card>
  );
}

function BugCard() {
  const page = usePage();
  const [typed, setPlace] = useState<string | null>(null);
  const place = typed ?? joined(page.home, `${page.game} bug report.zip`);
  return (
    <Card title={words.bug}>
      <p class="quiet">{words.bugAbout}</p>
      <form
        onSubmit={(e) => {
          e.preventDefault();
          void page.act({ act: "bugreport", path: place.trim() });
        }}
      >
        <label>
          {words.bugPlace}
          <input type="text" spellcheck={false} value={place} onInput={(e) => setPlace(e.currentTarget.value)} />
        </label>
        <div class="buttons start">
          <button type="submit">{words.makeBug}</button>
        </div>
      </form>
    </Card>
  );
}
