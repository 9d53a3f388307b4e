import { useMantineColorScheme } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { changeLanguage } from "../../platform/i18n.ts";
import { safeNext } from "../../platform/session/session.ts";
import { startPath } from "../../platform/session/start-path.ts";
import { userQuery } from "../../platform/session/user.queries.ts";

/** Returns the steps after sign-in: clear cached data, apply the account's theme and language, open `next`. */
export function useSignedIn(next: string | undefined): () => Promise<void> {
  const queries = useQueryClient();
  const router = useRouter();
  const { setColorScheme } = useMantineColorScheme();
  return async () => {
    queries.clear();
    const user = await queries.fetchQuery(userQuery);
    setColorScheme(user.preferences.theme === "system" ? "auto" : user.preferences.theme);
    if (user.preferences.language) await changeLanguage(user.preferences.language);
    const target = next === undefined ? startPath(user.preferences) : safeNext(next);
    // The server renders public pages, not the portal.
    if (target.startsWith("/s/")) location.assign(target);
    else router.history.push(target);
  };
}
