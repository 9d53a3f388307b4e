import { useMantineColorScheme } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { changeLanguage } from "../../platform/i18n.ts";
import { safeNext } from "../../platform/session/session.ts";
import { userQuery } from "../../platform/session/user.queries.ts";

/** Gives what to do once a session stands: forget the last person's data, take over the account's theme and language, go on to `next`. */
export function useSignedIn(next: string | undefined): () => Promise<void> {
  const queries = useQueryClient();
  const router = useRouter();
  const { setColorScheme } = useMantineColorScheme();
  return async () => {
    queries.clear();
    const user = await queries.fetchQuery(userQuery);
    setColorScheme(user.preferences.theme === "system" ? "auto" : user.preferences.theme);
    if (user.preferences.language) await changeLanguage(user.preferences.language);
    const target = safeNext(next);
    // Public pages are the server's own, not the portal's.
    if (target.startsWith("/s/")) location.assign(target);
    else router.history.push(target);
  };
}
