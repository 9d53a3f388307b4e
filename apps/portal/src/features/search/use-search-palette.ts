import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, useState, type KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";
import { useSpace } from "../../entities/spaces/use-space.ts";
import { recentSearches, rememberSearch } from "./recent-searches.ts";
import { groupOptions, moveInOptions, type SearchOption } from "./search-options.ts";
import { scopesIn, searchAsMemberQuery, searchQuery, type SearchScope } from "./search.queries.ts";
import { useChooseOption } from "./use-choose-option.ts";
import { useSearchCommands } from "./use-search-commands.ts";
import { useSlow } from "./use-slow.ts";

/** Debounce time of the input in milliseconds. */
const TYPING_PAUSE_MS = 80;

/** State of the search dialog. */
export type SearchPaletteState = ReturnType<typeof useSearchPalette>;

/** Returns the state of the search dialog: typed text, scope, results and the keyboard of the input. */
export function useSearchPalette(onClose: () => void) {
  const [typed, setTyped] = useState("");
  const [chosen, setChosen] = useState(0);
  const { asMember, scope, ...scoped } = useSearchScope();
  const results = useSearchResults(typed.trim(), scope);
  const { options, isAsking } = results;
  const current = options[Math.min(chosen, options.length - 1)];

  const choose = useChooseOption({ onClose, onRecent: setTyped });
  const pick = (option: SearchOption, wantsLink: boolean): void => {
    if (option.kind !== "recent" && option.kind !== "command") rememberSearch(typed);
    // A missing link would be created.
    choose(option, wantsLink && asMember === null);
  };
  const early = useEarlyEnter(isAsking, (wantsLink) => current && pick(current, wantsLink));
  const handleEnter = (wantsLink: boolean): void => {
    if (isAsking && chosen === 0) early.press(wantsLink);
    else if (current) pick(current, wantsLink);
  };
  const handleKey = (event: KeyboardEvent): void => {
    const next = moveInOptions(Math.min(chosen, options.length - 1), event.key, options.length);
    if (next !== null) setChosen(next);
    else if (event.key === "Tab" && !event.ctrlKey && !event.altKey && !event.metaKey) scoped.goToScope(event.shiftKey ? -1 : 1);
    else if (event.key === "Enter" && !event.nativeEvent.isComposing) handleEnter(event.metaKey || event.ctrlKey);
    else return;
    event.preventDefault();
  };
  const change = (text: string): void => {
    setTyped(text);
    setChosen(0);
    early.forget();
  };
  const setCurrent = (option: SearchOption): void => setChosen(options.indexOf(option));
  return { typed, change, scope, asMember, ...scoped, ...results, isSlow: useSlow(isAsking), current, setCurrent, pick, handleKey };
}

/** The part of the library that is searched. A member preview has one scope. */
function useSearchScope() {
  const { t } = useTranslation("search");
  const { ref, isPersonal, workspace, asMember } = useSpace();
  const scopes = scopesIn(ref, asMember);
  const [scope, setScope] = useState<SearchScope>(isPersonal ? "all" : "here");
  const scopeName = scope === "here" ? (workspace?.name ?? t("scope.here")) : t(`scope.${scope}`);
  const goToScope = (step: 1 | -1): void => setScope(scopes[(scopes.indexOf(scope) + step + scopes.length) % scopes.length] ?? "all");
  return { asMember, scope, scopeName, hasScopes: scopes.length > 1, goToScope, setScope };
}

/** The results of a text, in groups, with recent searches while the text is empty. */
function useSearchResults(text: string, scope: SearchScope) {
  const { ref, asMember } = useSpace();
  const [asked] = useDebouncedValue(text, TYPING_PAUSE_MS);
  const found = useQuery(asMember === null ? searchQuery(asked, scope, ref) : searchAsMemberQuery(asked, ref, asMember));
  const commands = useSearchCommands(text);
  const [recent] = useState(recentSearches);
  const isBlank = text === "";
  const answer = isBlank ? undefined : found.data;
  const groups = useMemo(() => groupOptions(answer, isBlank ? recent : [], commands), [answer, isBlank, recent, commands]);
  const options = useMemo(() => groups.flatMap((group) => group.options), [groups]);
  const isAsking = !isBlank && (found.isFetching || asked !== text);
  const count = answer ? answer.items.length + answer.folders.length + answer.people.length : 0;
  const error = isBlank ? null : found.error;
  const isNothing = answer !== undefined && count === 0 && !isAsking && found.isSuccess;
  return { answer, groups, options, count, error, isBlank, isAsking, isNothing };
}

/** Enter that is pressed before the results arrive applies to the typed text, not to older results. */
function useEarlyEnter(isAsking: boolean, onEnter: (wantsLink: boolean) => void) {
  const pressed = useRef<{ wantsLink: boolean }>(null);
  useEffect(() => {
    const enter = pressed.current;
    if (!enter || isAsking) return;
    pressed.current = null;
    onEnter(enter.wantsLink);
  });
  return {
    press: (wantsLink: boolean): void => void (pressed.current = { wantsLink }),
    forget: (): void => void (pressed.current = null),
  };
}
