import type { FolderKind } from "../../entities/folders/folders.queries.ts";
import { type RequestKind } from "@stillreel/contract";
import { useState } from "react";
import type { NewRequest, RequestChange, RequestView } from "../../entities/requests/requests.queries.ts";

/** The space and folder that a request fills. */
export interface RequestTarget {
  workspaceId: string;
  folderId: string | null;
  name: string | null;
  kind: FolderKind;
}

/** Values of the form. Empty texts mean no limit. */
export interface RequestValues {
  title: string;
  message: string;
  kinds: RequestKind[];
  maxItems: string;
  maxSeconds: string;
  /** Day of the end as `2026-09-25`. */
  day: string;
  hasPassword: boolean;
  password: string;
}

/** Choices of the limits: numbers of items, and seconds. */
export const ITEM_CHOICES = [1, 5, 10, 25] as const;
export const LENGTH_CHOICES = [60, 180, 600, 1_800] as const;

const dayOf = (iso: string): string => {
  const date = new Date(iso);
  return [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, "0")).join("-");
};

/** Returns the values of a request; those of a new one without it. An end that has passed is left out. */
export function valuesOf(request: RequestView | undefined, now: number): RequestValues {
  if (!request)
    return {
      title: "",
      message: "",
      kinds: ["screen", "camera", "file"],
      maxItems: "10",
      maxSeconds: "180",
      day: "",
      hasPassword: false,
      password: "",
    };
  const { title, message, kinds, maxItems, maxSeconds, expiresAt, hasPassword } = request;
  return {
    title,
    message,
    kinds: [...kinds],
    maxItems: maxItems === null ? "" : String(maxItems),
    maxSeconds: maxSeconds === null ? "" : String(maxSeconds),
    day: expiresAt === null || Date.parse(expiresAt) <= now ? "" : dayOf(expiresAt),
    hasPassword,
    password: "",
  };
}

/** Returns the choices of a limit with the current value. */
export const choicesWith = (choices: readonly number[], value: string): string[] =>
  [...new Set([...choices.map(String), ...(value === "" ? [] : [value])])].toSorted((a, b) => Number(a) - Number(b));

const numberOf = (text: string): number | null => (text === "" ? null : Number(text));

/** Returns the end of a day in the time zone of the user. */
const endOf = (day: string): string | null => (day === "" ? null : new Date(`${day}T23:59:59`).toISOString());

/** Returns the fields of the API that a new request and a change have in common. */
function termsOf({ title, message, kinds, maxItems, maxSeconds, day }: RequestValues) {
  return {
    title: title.trim(),
    message: message.trim(),
    kinds,
    maxItems: numberOf(maxItems),
    maxSeconds: numberOf(maxSeconds),
    expiresAt: endOf(day),
  };
}

/** Returns the body that makes a request. */
export const newRequestOf = (values: RequestValues, { workspaceId, folderId }: RequestTarget): NewRequest => ({
  ...termsOf(values),
  workspaceId,
  folderId,
  password: values.hasPassword ? values.password : null,
});

/**
 * Returns the body that changes a request. An empty password leaves the stored one.
 * @param picked the folder that was chosen; null when none was, because the folder of a request can be in the trash
 */
export const changeOf = (
  values: RequestValues,
  { isReopened, picked, isPictureRemoved = false }: { isReopened: boolean; picked: RequestTarget | null; isPictureRemoved?: boolean },
): RequestChange => ({
  ...termsOf(values),
  ...(picked === null ? {} : { folderId: picked.folderId }),
  ...(values.hasPassword ? (values.password === "" ? {} : { password: values.password }) : { password: null }),
  ...(isPictureRemoved ? { picture: null } : {}),
  ...(isReopened ? { closed: false } : {}),
});

/** What the form must have before it is sent. */
export type FormProblem = "title" | "kinds" | "password" | null;

/** Returns the first problem of the values. */
export function problemOf(values: RequestValues, hasStoredPassword: boolean): FormProblem {
  if (values.title.trim() === "") return "title";
  if (values.kinds.length === 0) return "kinds";
  return values.hasPassword && values.password === "" && !hasStoredPassword ? "password" : null;
}

/** The values with a function that changes some of them. */
export function useRequestValues(request: RequestView | undefined) {
  const [values, setValues] = useState(() => valuesOf(request, Date.now()));
  return [values, (part: Partial<RequestValues>) => setValues((known) => ({ ...known, ...part }))] as const;
}
