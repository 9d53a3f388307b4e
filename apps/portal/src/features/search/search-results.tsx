import { isApiError } from "@stillreel/client";
import { useEffect, useRef, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { errorText } from "../../platform/api.ts";
import { SearchOptionLine } from "./search-option.tsx";
import styles from "./search-palette.module.css";
import type { SearchPaletteState } from "./use-search-palette.ts";

/** The list of results in groups, with corrections, errors and the message for no results. */
export function SearchResults({ state, listId }: { state: SearchPaletteState; listId: string }): ReactNode {
  const { t } = useTranslation("search");
  const { answer, current, error } = state;
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (current) list.current?.querySelector(`[data-option="${CSS.escape(current.id)}"]`)?.scrollIntoView({ block: "nearest" });
  }, [current]);
  const corrections = (answer?.corrections ?? []).map((correction) => correction.to);
  const words = [state.typed, ...corrections].join(" ");
  return (
    <div ref={list} className={styles.list} id={listId} role="listbox" aria-label={t("results")} aria-busy={state.isAsking}>
      {corrections.length > 0 && <p className={styles.corrected}>{t("corrected", { words: corrections.join(", ") })}</p>}
      {error && (
        <p className={styles.failed} role="alert">
          {isApiError(error) ? errorText(error) : t("failed")}
        </p>
      )}
      {state.isNothing && <Nothing state={state} />}
      {state.groups.map((group) => (
        <div key={group.name} role="group" aria-labelledby={`${listId}-${group.name}`}>
          <div className={styles.heading} id={`${listId}-${group.name}`}>
            {t(`groups.${group.name}`)}
          </div>
          {group.options.map((option) => (
            <SearchOptionLine
              key={option.id}
              id={`${listId}-${option.id}`}
              option={option}
              typed={words}
              isCurrent={option === current}
              onPointerMove={() => state.setCurrent(option)}
              onChoose={(wantsLink) => state.pick(option, wantsLink)}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

/** Reports no results, and offers to search the whole library. */
function Nothing({ state: { typed, scope, asMember, setScope } }: { state: SearchPaletteState }): ReactNode {
  const { t } = useTranslation("search");
  const isWhole = scope === "all" || asMember !== null;
  return (
    <div className={styles.nothing}>
      <b>{t("nothing.title", { words: typed.trim() })}</b>
      <span>{t(isWhole ? "nothing.text" : scope === "here" ? "nothing.here" : "nothing.scoped")}</span>
      {!isWhole && (
        <button type="button" className={styles.everywhere} onClick={() => setScope("all")}>
          {t("nothing.everywhere")}
        </button>
      )}
    </div>
  );
}
