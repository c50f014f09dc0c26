import { useState } from "preact/hooks";
import * as api from "./api";
import { Loading, useAsked, useConfirmation, usePage } from "./app";
import { Card } from "./runs";
import { text } from "./strings";

const words = text.sets;

export function SetsView() {
  return (
    <div class="cards">
      <SetsCard />
      <ImportCard />
      <ExportCard />
      <RemovedCard />
      <BugCard />
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
            <strong>{one.name}</strong>{" "}
            <span class="quiet">
              {one.mods.filter((mod) => mod.isOn).length} / {text.mods(one.mods.length)}
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
  return (
    <Card title={words.import}>
      <form
        onSubmit={(e) => {
          e.preventDefault();
          if (source.trim()) void page.act({ act: "import", path: source.trim(), all: copies, name: set.trim() });
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
    </Card>
  );
}

function ExportCard() {
  const page = usePage();
  const [place, setPlace] = useState("");
  const [format, setFormat] = useState("rvfs");
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
  const answer = useAsked<never>("removed");
  const list = answer?.code === 0 ? answer.text.trim() : "";
  return (
    <Card title={words.removedMods}>
      <p class="quiet">{list ? words.removedAbout : words.noRemoved}</p>
      {list && (
        <>
          <pre tabIndex={0} aria-label={words.removedMods}>
            {list}
          </pre>
          <div class="buttons start">
            <button type="button" onClick={() => void page.act({ act: "put-back" })}>
              {words.putLastBack}
            </button>
          </div>
        </>
      )}
    </Card>
  );
}

function BugCard() {
  const page = usePage();
  const [place, setPlace] = useState("");
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
