import {
  createManagedUser,
  deleteManagedUser,
  disableManagedTwoFactor,
  endManagedSessions,
  getManagedUser,
  listUsers,
  sendManagedReset,
  updateManagedUser,
  type ClientArgs,
  type ClientResult,
} from "@stillreel/contract";
import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { client, queryClient } from "../../platform/api.ts";

export type PersonView = ClientResult<typeof listUsers>["items"][number];
export type PersonDetails = ClientResult<typeof getManagedUser>;
export type PersonChange = ClientArgs<typeof updateManagedUser>["body"];

/** Filter of the list; an empty text does not filter. */
export interface PeopleFilter {
  q: string;
  role: "" | "user" | "admin";
  state: "" | "active" | "suspended";
  /** Only members of this workspace. */
  workspaceId: string;
}

/** The filter that shows every account. */
export const NO_PEOPLE_FILTER: PeopleFilter = { q: "", role: "", state: "", workspaceId: "" };

const keys = {
  all: ["administration", "people"] as const,
  lists: ["administration", "people", "list"] as const,
  list: (filter: PeopleFilter) => ["administration", "people", "list", filter] as const,
  one: (userId: string) => ["administration", "people", "one", userId] as const,
};

const given = <T extends object>(values: T): Partial<T> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== "" && value !== undefined)) as Partial<T>;

/** Accounts of the installation, newest first. The previous list stays visible while another filter is loaded. */
export const peopleQuery = (filter: PeopleFilter) =>
  infiniteQueryOptions({
    queryKey: keys.list(filter),
    queryFn: ({ pageParam, signal }) => client.call(listUsers, { query: given({ ...filter, cursor: pageParam }) as never }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

/** One account with its workspaces, sessions and last sign-ins. */
export const personQuery = (userId: string) =>
  queryOptions({
    queryKey: keys.one(userId),
    queryFn: ({ signal }) => client.call(getManagedUser, { params: { userId } }, { signal }),
    staleTime: 0,
  });

/** Changes role, quota or suspension of an account. */
export async function changePerson(userId: string, body: PersonChange): Promise<PersonDetails> {
  const person = await client.call(updateManagedUser, { params: { userId }, body });
  queryClient.setQueryData(keys.one(userId), person);
  await queryClient.invalidateQueries({ queryKey: keys.lists });
  return person;
}

export type NewPerson = ClientArgs<typeof createManagedUser>["body"];
export type AddedPerson = ClientResult<typeof createManagedUser>;

/** Adds an account. */
export async function addPerson(body: NewPerson): Promise<AddedPerson> {
  const added = await client.call(createManagedUser, { body });
  await queryClient.invalidateQueries({ queryKey: keys.lists });
  return added;
}

/** What happens to the items and workspaces of a deleted account. */
export type PersonRemoval = ClientArgs<typeof deleteManagedUser>["body"];

/** Deletes an account, and deletes its personal library or transfers it. */
export async function deletePerson(userId: string, body: PersonRemoval): Promise<void> {
  await client.call(deleteManagedUser, { params: { userId }, body });
  queryClient.removeQueries({ queryKey: keys.one(userId) });
  await queryClient.invalidateQueries({ queryKey: keys.lists });
}

/** Sends the user a link for a new password. */
export async function sendResetLink(userId: string): Promise<void> {
  await client.call(sendManagedReset, { params: { userId } });
}

/** Switches the authenticator app of an account off. */
export async function disableTwoFactorOf(userId: string): Promise<void> {
  await client.call(disableManagedTwoFactor, { params: { userId } });
  await queryClient.invalidateQueries({ queryKey: keys.one(userId) });
}

/** Ends all sessions of an account. */
export async function endSessionsOf(userId: string): Promise<void> {
  await client.call(endManagedSessions, { params: { userId } });
  await queryClient.invalidateQueries({ queryKey: keys.all });
}
