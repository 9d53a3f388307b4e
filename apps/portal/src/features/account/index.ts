export { accountKeys, countsQuery, preferencesQuery, sessionsQuery, userQuery } from "./account.queries.ts";
export { useSignOut } from "./use-sign-out.ts";
export { useTheme, type ThemeChoice } from "./use-theme.ts";
