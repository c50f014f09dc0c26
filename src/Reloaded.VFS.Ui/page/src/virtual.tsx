import { elementScroll, observeElementOffset, observeElementRect, Virtualizer } from "@tanstack/virtual-core";
import { useEffect, useLayoutEffect, useReducer, useRef } from "preact/hooks";
import type { ComponentChildren, RefObject } from "preact";
import { usePage } from "./app";
import { text } from "./strings";

/** Returns the rows that are in sight, of a list of rows that have the same height. */
export function useRows(count: number, height: number, scroller: RefObject<HTMLElement | null>) {
  const [, draw] = useReducer((n: number) => n + 1, 0);
  const ref = useRef<Virtualizer<HTMLElement, Element> | null>(null);
  const options = {
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: 12,
    scrollToFn: elementScroll,
    observeElementRect,
    observeElementOffset,
    onChange: () => draw(undefined as never),
  };
  const rows = (ref.current ??= new Virtualizer<HTMLElement, Element>(options));
  rows.setOptions(options);
  useEffect(() => rows._didMount(), []);
  useLayoutEffect(() => rows._willUpdate());
  return rows;
}

/** A list of lines, of which only those in sight are elements. */
export function Lines<T>(props: { items: readonly T[]; height?: number; label: string; class?: string; line: (item: T, index: number) => ComponentChildren }) {
  const scroller = useRef<HTMLDivElement>(null);
  const height = props.height ?? 26;
  const rows = useRows(props.items.length, height, scroller);
  return (
    <div ref={scroller} class={`lines ${props.class ?? ""}`} role="list" tabIndex={0} aria-label={props.label} style={{ "--all": `${rows.getTotalSize() + 2}px` }}>
      <div role="presentation" class="all" style={{ height: `${rows.getTotalSize()}px` }}>
        {rows.getVirtualItems().map((row) => {
          const item = props.items[row.index];
          return item === undefined ? null : (
            <div
              key={row.index}
              role="listitem"
              class="line"
              aria-setsize={props.items.length}
              aria-posinset={row.index + 1}
              style={{ transform: `translateY(${row.start}px)`, height: `${height}px` }}
            >
              {props.line(item, row.index)}
            </div>
          );
        })}
      </div>
    </div>
  );
}

/** A name of the game, which leads to where it is in the game's folder. */
export function Path(props: { path: string; class?: string }) {
  const page = usePage();
  return (
    <span class="grow">
      <button type="button" class={`link path ${props.class ?? ""}`} title={`${props.path}\n${text.tree.show}`} onClick={() => page.show(props.path)}>
        {props.path}
      </button>
    </span>
  );
}

/** A colour for each mod: neighbours in the order are far from each other. */
export const hue = (index: number) => `hsl(${Math.round((index * 137.508) % 360)} 65% 50%)`;
