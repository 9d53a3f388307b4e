import { Modal } from "@mantine/core";
import { useDebouncedValue, useMediaQuery } from "@mantine/hooks";
import { isApiError } from "@stillreel/client";
import { Kbd, Strip, VISUALLY_HIDDEN } from "@stillreel/ui";
import { IconEye, IconSearch } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from "react";
import { Trans, useTranslation } from "react-i18next";
import { errorText } from "../../platform/api.ts";
import { usePreview } from "../../entities/spaces/preview.ts";
import { useSpace } from "../../entities/spaces/use-space.ts";
import { IS_APPLE } from "./command-key.ts";
import { recentSearches, rememberSearch } from "./recent-searches.ts";
import { SearchOptionLine } from "./search-option.tsx";
import { groupOptions, moveInOptions, type SearchOption } from "./search-options.ts";
import styles from "./search-palette.module.css";
import { scopesIn, searchAsMemberQuery, searchQuery, type SearchScope } from "./search.queries.ts";
import { useChooseOption } from "./use-choose-option.ts";
import { useSearchCommands } from "./use-search-commands.ts";

/** Debounce time of the input in milliseconds. */
const TYPING_PAUSE_MS = 80;
/** Time without a response after which a progress bar appears. */
const SLOW_MS = 200;

/** The search dialog: finds items, comments and folders while typing, and offers actions. */
export function SearchPalette({ onClose }: { onClose: () => void }): ReactNode {
  const { t } = useTranslation("search");
  const listId = useId();
  const isPhone = useMediaQuery("(max-width: 639px)", window.innerWidth < 640, { getInitialValueInEffect: false });
  const [typed, setTyped] = useState("");
  const { ref, isPersonal, workspace, asMember } = useSpace();
  const scopes = scopesIn(ref, asMember);
  const [scope, setScope] = useState<SearchScope>(isPersonal ? "all" : "here");
  const nameOf = (one: SearchScope): string => (one === "here" ? (workspace?.name ?? t("scope.here")) : t(`scope.${one}`));
  const [chosen, setChosen] = useState(0);
  const [asked] = useDebouncedValue(typed.trim(), TYPING_PAUSE_MS);
  const found = useQuery(asMember === null ? searchQuery(asked, scope, ref) : searchAsMemberQuery(asked, ref, asMember));
  const commands = useSearchCommands(typed.trim());
  const [recent] = useState(recentSearches);

  const isBlank = typed.trim() === "";
  const answer = isBlank ? undefined : found.data;
  const groups = useMemo(() => groupOptions(answer, isBlank ? recent : [], commands), [answer, isBlank, recent, commands]);
  const options = useMemo(() => groups.flatMap((group) => group.options), [groups]);
  const current = options[Math.min(chosen, options.length - 1)];
  const isAsking = !isBlank && (found.isFetching || asked !== typed.trim());
  const isSlow = useSlow(isAsking);
  const isNothing = !isBlank && !isAsking && found.isSuccess && answer !== undefined && answer.items.length + answer.folders.length === 0;

  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (current) list.current?.querySelector(`[data-option="${CSS.escape(current.id)}"]`)?.scrollIntoView({ block: "nearest" });
  }, [current]);

  const choose = useChooseOption({ onClose, onRecent: setTyped });
  const pick = (option: SearchOption, wantsLink: boolean): void => {
    if (option.kind !== "recent" && option.kind !== "command") rememberSearch(typed);
    // A missing link would be created.
    choose(option, wantsLink && asMember === null);
  };
  // Enter pressed before the results arrive applies to the typed text, not to older results.
  const hasty = useRef<{ wantsLink: boolean }>(null);
  useEffect(() => {
    const enter = hasty.current;
    if (!enter || isAsking) return;
    hasty.current = null;
    if (current) pick(current, enter.wantsLink);
  });
  const goToScope = (step: 1 | -1): void => setScope(scopes[(scopes.indexOf(scope) + step + scopes.length) % scopes.length] ?? "all");
  const handleKey = (event: KeyboardEvent): void => {
    const next = moveInOptions(Math.min(chosen, options.length - 1), event.key, options.length);
    if (next !== null) setChosen(next);
    else if (event.key === "Tab" && !event.ctrlKey && !event.altKey && !event.metaKey) {
      goToScope(event.shiftKey ? -1 : 1);
    } else if (event.key === "Enter" && !event.nativeEvent.isComposing) {
      const wantsLink = event.metaKey || event.ctrlKey;
      if (isAsking && chosen === 0) hasty.current = { wantsLink };
      else if (current) pick(current, wantsLink);
    } else return;
    event.preventDefault();
  };
  const words = [typed, ...(answer?.corrections ?? []).map((correction) => correction.to)].join(" ");

  return (
    <Modal
      opened
      onClose={onClose}
      withCloseButton={false}
      title={null}
      size={640}
      yOffset={104}
      fullScreen={isPhone}
      centered={false}
      attributes={{ content: { "aria-label": t("open") } }}
      classNames={{ content: styles.content, body: styles.body }}
    >
      <div className={styles.top}>
        <IconSearch size={20} stroke={1.7} aria-hidden="true" className={styles.searchIcon} />
        <input
          className={styles.input}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setChosen(0);
            hasty.current = null;
          }}
          onKeyDown={handleKey}
          placeholder={t("placeholder")}
          role="combobox"
          aria-expanded="true"
          aria-controls={listId}
          aria-activedescendant={current ? `${listId}-${current.id}` : undefined}
          aria-autocomplete="list"
          aria-label={t("placeholder")}
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          dir="auto"
          data-autofocus
        />
        {scopes.length > 1 && (
          <>
            <button
              type="button"
              className={styles.scope}
              onClick={() => goToScope(1)}
              aria-label={t("scope.label", { scope: nameOf(scope) })}
            >
              <bdi>{nameOf(scope)}</bdi>
            </button>
            <span className={styles.tab}>
              <Kbd>Tab</Kbd>
            </span>
          </>
        )}
        {isPhone && (
          <button type="button" className={styles.cancel} onClick={onClose}>
            {t("close")}
          </button>
        )}
        {isSlow && (
          <div className={styles.strip}>
            <Strip label={t("searching")} height={2} />
          </div>
        )}
      </div>
      {asMember !== null && <AsMember />}
      <div ref={list} className={styles.list} id={listId} role="listbox" aria-label={t("results")} aria-busy={isAsking}>
        {answer && answer.corrections.length > 0 && (
          <p className={styles.corrected}>{t("corrected", { words: answer.corrections.map((correction) => correction.to).join(", ") })}</p>
        )}
        {found.isError && !isBlank && (
          <p className={styles.failed} role="alert">
            {isApiError(found.error) ? errorText(found.error) : t("failed")}
          </p>
        )}
        {isNothing && (
          <div className={styles.nothing}>
            <b>{t("nothing.title", { words: typed.trim() })}</b>
            <span>{t(scope === "all" || asMember !== null ? "nothing.text" : scope === "here" ? "nothing.here" : "nothing.scoped")}</span>
            {scope !== "all" && asMember === null && (
              <button type="button" className={styles.everywhere} onClick={() => setScope("all")}>
                {t("nothing.everywhere")}
              </button>
            )}
          </div>
        )}
        {groups.map((group) => (
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
                onPointerMove={() => setChosen(options.indexOf(option))}
                onChoose={(wantsLink) => pick(option, wantsLink)}
              />
            ))}
          </div>
        ))}
      </div>
      <p className={VISUALLY_HIDDEN.always} role="status">
        {isBlank || isAsking ? "" : t("count", { count: (answer?.items.length ?? 0) + (answer?.folders.length ?? 0) })}
      </p>
      <div className={styles.foot} aria-hidden="true">
        <span>
          <Kbd>↑</Kbd> <Kbd>↓</Kbd> {t("keys.choose")}
        </span>
        <span>
          <Kbd>↵</Kbd> {t("keys.open")}
        </span>
        {asMember === null && (
          <span>
            <Kbd>{IS_APPLE ? "⌘↵" : "Ctrl ↵"}</Kbd> {t("keys.copyLink")}
          </span>
        )}
        <span className={styles.esc}>
          <Kbd>Esc</Kbd> {t("keys.close")}
        </span>
      </div>
    </Modal>
  );
}

/** Shows whose view is searched, because the dialog covers the preview bar. */
function AsMember(): ReactNode {
  const { t } = useTranslation("search");
  const { workspace } = useSpace();
  const values = { name: usePreview()?.name, place: workspace?.name };
  return (
    <p className={styles.as}>
      <IconEye size={17} stroke={1.7} aria-hidden="true" />
      <span>
        <Trans t={t} i18nKey="asMember" values={values} components={{ b: <b />, bdi: <bdi /> }} />
      </span>
    </p>
  );
}

/** Returns true when a state has lasted longer than the threshold. */
function useSlow(isBusy: boolean): boolean {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    if (!isBusy) {
      setSlow(false);
      return undefined;
    }
    const timer = setTimeout(() => setSlow(true), SLOW_MS);
    return () => clearTimeout(timer);
  }, [isBusy]);
  return isSlow;
}
