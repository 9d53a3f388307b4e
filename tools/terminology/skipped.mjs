/** Paths that are never checked: texts for users, generated files, files of other authors, and the glossary itself. */
export const SKIPPED =
  /^packages\/i18n\/src\/[a-z]{2}\/|^apps\/portal\/src\/features\/help\/articles\/|^docs\/(?:generated\/|glossary\.md$|licences\.md$)|\/migrations\/|\.gen\.ts$|^package-lock\.json$/u;
