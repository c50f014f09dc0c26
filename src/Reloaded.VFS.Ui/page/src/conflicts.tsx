import { useMemo, useState } from "preact/hooks";
import * as api from "./api";
import { Loading, useAsked, usePage, usePrefer } from "./app";
import { text } from "./strings";
import { Lines, Path } from "./virtual";

export function ConflictsView() {
  const page = usePage();
  const prefer = usePrefer();
  const answer = useAsked<api.Conflicts>("conflicts");
  const rules = useAsked<api.Rules>("prefer");
  const [isMatrix, setMatrix] = useState(false);
  const [chosen, setChosen] = useState<{ winner: string; loser: string } | null>(null);
  const pairs = answer?.value?.pairs ?? [];
  const pair = chosen && pairs.find((one) => one.winner === chosen.winner && one.loser === chosen.loser);
  const files = useMemo(
    () => (pair ? [...pair.files.map((path) => ({ path, isSame: false })), ...pair.identical.map((path) => ({ path, isSame: true }))] : []),
    [pair],
  );
  return (
    <div class="split">
      <section class="main" aria-label={text.views.conflicts}>
        <div class="bar" role="group" aria-label={text.conflicts.pairs}>
          <button type="button" aria-pressed={!isMatrix} onClick={() => setMatrix(false)}>
            {text.conflicts.list}
          </button>
          <button type="button" aria-pressed={isMatrix} onClick={() => setMatrix(true)}>
            {text.conflicts.matrix}
          </button>
        </div>
        {answer && !answer.value && <p class="banner bad">{api.plain(answer.messages)}</p>}
        <Loading what={answer} />
        {answer?.value && pairs.length === 0 && <p class="empty">{text.conflicts.none}</p>}
        {pairs.length > 0 &&
          (isMatrix ? (
            <Matrix pairs={pairs} choose={(winner, loser) => setChosen({ winner, loser })} />
          ) : (
            <div class="scroll" tabIndex={0} role="region" aria-label={text.conflicts.pairs}>
              <table>
                <thead>
                  <tr>
                    <th scope="col">{text.conflicts.winner}</th>
                    <th scope="col">{text.conflicts.loser}</th>
                    <th scope="col" class="number">
                      {text.conflicts.different}
                    </th>
                    <th scope="col" class="number">
                      {text.conflicts.identical}
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {pairs.map((one) => (
                    <tr key={`${one.winner}\0${one.loser}`} class={one === pair ? "chosen" : ""} onClick={() => setChosen(one)}>
                      <td>
                        <button
                          type="button"
                          class="link"
                          aria-pressed={one === pair}
                          aria-label={text.conflicts.of(text.owner(one.winner), text.owner(one.loser))}
                          onClick={() => setChosen(one)}
                        >
                          {text.owner(one.winner)}
                        </button>
                      </td>
                      <td>{text.owner(one.loser)}</td>
                      <td class="number">{one.files.length.toLocaleString("en")}</td>
                      <td class="number quiet">{one.identical.length > 0 ? one.identical.length.toLocaleString("en") : ""}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          ))}
        <h2>{text.conflicts.rules}</h2>
        {rules?.value?.rules.length === 0 && <p class="quiet">{text.conflicts.noRules}</p>}
        <ul class="rules">
          {rules?.value?.rules.map((rule) => (
            <li key={rule.line}>
              <strong>{rule.mod}</strong> <span class="path">{rule.path}</span>
              {!api.isReport && (
                <button type="button" class="small" aria-label={text.conflicts.removeRule(rule.path)} onClick={() => void page.act({ act: "prefer-none", path: rule.path }, undefined, [{ act: "prefer", name: rule.mod, path: rule.path }])}>
                  {text.conflicts.remove}
                </button>
              )}
            </li>
          ))}
        </ul>
      </section>
      <aside class="side" aria-label={text.mod.files}>
        {!pair ? (
          pairs.length > 0 && <p class="quiet">{text.conflicts.select}</p>
        ) : (
          <>
            <h2>{text.conflicts.of(text.owner(pair.winner), text.owner(pair.loser))}</h2>
            {!api.isReport && text.canWin(pair.winner) && commonFolder(pair.files) && (
              <div class="buttons start">
                <button type="button" onClick={() => prefer(pair.loser, commonFolder(pair.files)!)}>
                  {text.conflicts.letWinAll(pair.loser)} ({commonFolder(pair.files)})
                </button>
              </div>
            )}
            <Lines
              items={files}
              label={text.conflicts.of(text.owner(pair.winner), text.owner(pair.loser))}
              line={(file) => (
                <>
                  <Path path={file.path} class={file.isSame ? "quiet" : ""} />
                  {file.isSame ? (
                    <span class="quiet">{text.conflicts.same}</span>
                  ) : (
                    !api.isReport &&
                    text.canWin(pair.winner) && (
                      <button
                        type="button"
                        class="small"
                        aria-label={`${text.conflicts.letWin(pair.loser)}: ${file.path}`}
                        onClick={() => prefer(pair.loser, file.path)}
                      >
                        {text.conflicts.letWin(pair.loser)}
                      </button>
                    )
                  )}
                </>
              )}
            />
          </>
        )}
      </aside>
    </div>
  );
}

/** Returns the folder that has all of the files, or null if they have none in common. */
function commonFolder(files: string[]): string | null {
  if (files.length < 2) return null;
  const parts = files.map((file) => file.split("\\").slice(0, -1));
  const common = parts.reduce((a, b) => a.slice(0, a.findIndex((part, i) => part !== b[i]) < 0 ? a.length : a.findIndex((part, i) => part !== b[i])));
  return common.length > 0 ? common.join("\\") : null;
}

function Matrix({ pairs, choose }: { pairs: api.Pair[]; choose(winner: string, loser: string): void }) {
  const mods = [...new Set(pairs.flatMap((pair) => [pair.winner, pair.loser]))].sort();
  const counts = new Map(pairs.map((pair) => [`${pair.winner}\0${pair.loser}`, pair]));
  const most = Math.max(1, ...pairs.map((pair) => pair.files.length));
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={text.conflicts.matrixLabel}>
      <table class="matrix">
        <caption>{text.conflicts.matrixLabel}</caption>
        <thead>
          <tr>
            <td />
            {mods.map((mod) => (
              <th key={mod} scope="col">
                <span title={text.owner(mod)}>{text.owner(mod)}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {mods.map((winner) => (
            <tr key={winner}>
              <th scope="row" title={text.owner(winner)}>
                {text.owner(winner)}
              </th>
              {mods.map((loser) => {
                const pair = counts.get(`${winner}\0${loser}`);
                return (
                  <td key={loser} class={winner === loser ? "self" : ""}>
                    {pair && (
                      <button
                        type="button"
                        class="cell"
                        aria-label={text.conflicts.cell(text.owner(winner), text.owner(loser), pair.files.length)}
                        style={{ borderBottomWidth: `${2 + Math.round((4 * pair.files.length) / most)}px` }}
                        onClick={() => choose(winner, loser)}
                      >
                        {pair.files.length > 0 ? pair.files.length.toLocaleString("en") : <span aria-hidden="true">=</span>}
                      </button>
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
