import { useMantineColorScheme } from "@mantine/core";
import { type ClientResult, updatePreferences, type getPreferences } from "@stillreel/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { client } from "../../platform/api.ts";
import { accountKeys } from "./account.queries.ts";

/** The selectable themes. */
export type ThemeChoice = ClientResult<typeof getPreferences>["theme"];

/** Returns the theme of this device and its setter; a change applies immediately and is stored in the account. */
export function useTheme(): { theme: ThemeChoice; setTheme: (theme: ThemeChoice) => void } {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const queries = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: (theme: ThemeChoice) => client.call(updatePreferences, { body: { theme } }),
    onSuccess: (preferences) => queries.setQueryData(accountKeys.preferences, preferences),
  });
  const setTheme = (theme: ThemeChoice): void => {
    setColorScheme(theme === "system" ? "auto" : theme);
    mutate(theme);
  };
  return { theme: colorScheme === "auto" ? "system" : colorScheme, setTheme };
}
