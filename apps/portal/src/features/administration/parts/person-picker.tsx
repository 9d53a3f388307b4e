import { useDebouncedValue } from "@mantine/hooks";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { NO_PEOPLE_FILTER, peopleQuery, type PersonView } from "../../../entities/administration/people.queries.ts";
import { type PickedOption, SearchPicker } from "./search-picker.tsx";

const TYPING_PAUSE_MS = 200;
/** Number of people that the list shows. */
const SHOWN = 20;

interface Props {
  label: string;
  picked: PickedOption | null;
  /** Accounts that are not offered. */
  without?: readonly string[];
  /** Only accounts that are not suspended. */
  isActiveOnly?: boolean;
  /** Members of this workspace are offered before anything is typed, if there are any. */
  workspaceId?: string;
  error?: string | undefined;
  onPick: (person: PickedOption | null) => void;
}

const optionOf = ({ id, displayName, email, photoURL }: PersonView): PickedOption => ({ id, name: displayName, text: email, photoURL });

/** Picks an account by its name or e-mail address. */
export function PersonPicker({ label, picked, without = [], isActiveOnly = false, workspaceId = "", error, onPick }: Props): ReactNode {
  const { t } = useTranslation("administration");
  const [typed, setTyped] = useState("");
  const [q] = useDebouncedValue(typed.trim(), TYPING_PAUSE_MS);
  const state = isActiveOnly ? "active" : "";
  const everyone = { ...NO_PEOPLE_FILTER, q, state } as const;
  const members = useInfiniteQuery({ ...peopleQuery({ ...everyone, workspaceId }), enabled: workspaceId !== "" && q === "" });
  const hasMembers = workspaceId !== "" && q === "" && (members.isPending || (members.data?.pages[0]?.items.length ?? 0) > 0);
  const all = useInfiniteQuery({ ...peopleQuery(everyone), enabled: !hasMembers });
  const list = hasMembers ? members : all;
  const people = list.data?.pages[0]?.items ?? [];
  const options = people.filter(({ id }) => !without.includes(id)).slice(0, SHOWN);
  return (
    <SearchPicker
      label={label}
      placeholder={t("people.search")}
      none={t("people.none")}
      picked={picked}
      options={options.map(optionOf)}
      isSearching={list.isFetching}
      error={error}
      typed={typed}
      onType={setTyped}
      onPick={onPick}
    />
  );
}
