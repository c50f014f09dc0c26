import { useEffect, useRef, useState } from "preact/hooks";
import * as api from "./api";
import { usePage, type Job } from "./app";
import { text } from "./strings";

/** A question of the launcher: what PipedChooser writes. */
interface Question {
  question: "group" | "parts" | "changed";
  title: string;
  step: string;
  group: string;
  multiple: boolean;
  optional: boolean;
  options: { name: string; description: string; type: string; picture?: string | null }[];
  chosen: number[];
  files: string[];
  /** Whether there is a question before it. */
  back?: boolean;
}

/** Shows the question of an archive that is added, one after the other. */
export function InstallerDialog() {
  const page = usePage();
  const job = page.jobs.find((one) => one.question !== null && one.code === null);
  return job ? <QuestionDialog key={`${job.number} ${job.question}`} job={job} /> : null;
}

function QuestionDialog({ job }: { job: Job }) {
  const question = JSON.parse(job.question!) as Question;
  const [chosen, setChosen] = useState<number[]>(question.chosen);
  const [isSent, setSent] = useState(false);
  const dialog = useRef<HTMLDialogElement>(null);
  const name = `option-${job.number}`;
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal();
  }, []);
  function answer(value: unknown) {
    setSent(true);
    dialog.current?.close();
    void api.answerJob(job.number, value === null ? null : JSON.stringify(value));
  }

  if (isSent) return null;
  return (
    <dialog ref={dialog} class="installer" aria-labelledby="installer-title" onCancel={(e) => (e.preventDefault(), answer(null))}>
      <h2 id="installer-title">
        {question.title} {question.step && <span class="quiet">{question.step}</span>}
      </h2>
      {question.question === "changed" ? (
        <>
          <p>{text.installer.changed}</p>
          <ul class="plain-list path">
            {question.files.map((file) => (
              <li key={file}>{file}</li>
            ))}
          </ul>
          <div class="buttons">
            <button type="button" onClick={() => answer(null)}>
              {text.cancel}
            </button>
            <button type="button" onClick={() => answer("new")}>
              {text.installer.theirs}
            </button>
            <button type="button" class="first" onClick={() => answer("mine")}>
              {text.installer.mine}
            </button>
          </div>
        </>
      ) : (
        <form
          onSubmit={(e) => {
            e.preventDefault();
            answer(chosen);
          }}
        >
          <fieldset>
            <legend>{question.question === "parts" ? text.installer.parts : question.group}</legend>
            {question.options.map((option, i) => {
              const kind = option.type as keyof typeof text.installer;
              return (
                <label key={i} class="option">
                  <input
                    type={question.multiple ? "checkbox" : "radio"}
                    name={name}
                    checked={chosen.includes(i)}
                    disabled={option.type === "notUsable" || option.type === "required"}
                    onChange={(e) =>
                      setChosen(question.multiple ? (e.currentTarget.checked ? [...chosen, i] : chosen.filter((one) => one !== i)) : [i])
                    }
                  />
                  <span>
                    <strong>{option.name}</strong> {typeof text.installer[kind] === "string" && <span class="quiet">{text.installer[kind]}</span>}
                    <span class="description">{option.description}</span>
                    {option.picture && <img src={`/api/picture?job=${job.number}&of=${i}`} alt="" onError={(e) => e.currentTarget.remove()} />}
                  </span>
                </label>
              );
            })}
            {question.optional && !question.multiple && (
              <label class="option">
                <input type="radio" name={name} checked={chosen.length === 0} onChange={() => setChosen([])} />
                <span>{text.installer.none}</span>
              </label>
            )}
          </fieldset>
          <div class="buttons">
            <button type="button" onClick={() => answer(null)}>
              {text.installer.stop}
            </button>
            {question.back && (
              <button type="button" onClick={() => answer("back")}>
                {text.installer.back}
              </button>
            )}
            <button type="submit" class="first" disabled={!question.optional && chosen.length === 0}>
              {text.installer.next}
            </button>
          </div>
        </form>
      )}
    </dialog>
  );
}
