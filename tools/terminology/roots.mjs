// The paths whose comments, docs and test titles the terminology check enforces. Names are enforced everywhere.
// The list grows until it covers the repository.
export const ENFORCED = [
  "ARCHITECTURE.md",
  "CHANGELOG.md",
  "CODE_OF_CONDUCT.md",
  "CONTRIBUTING.md",
  "README.md",
  "SECURITY.md",
  "apps/extension/",
  "apps/public-page/",
  "bench/",
  "docs/",
  "e2e/",
  "packages/client/",
  "packages/contract/",
  "packages/editor/",
  "packages/i18n/",
  "packages/paging/",
  "packages/recorder/",
  "packages/ui/",
  "packages/watch/",
  "testing/",
  "tools/",
];

/** Paths that are never checked: texts for users, generated files, files of other authors, and the glossary itself. */
export const SKIPPED =
  /^packages\/i18n\/src\/[a-z]{2}\/|^docs\/(?:generated\/|glossary\.md$|licences\.md$)|\/migrations\/|\.gen\.ts$|^package-lock\.json$/u;
