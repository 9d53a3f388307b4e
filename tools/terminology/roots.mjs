// The paths that the terminology check enforces. The list grows until it covers the repository.
export const ENFORCED = [
  "ARCHITECTURE.md",
  "CHANGELOG.md",
  "CODE_OF_CONDUCT.md",
  "CONTRIBUTING.md",
  "README.md",
  "SECURITY.md",
  "bench/",
  "docs/adr/",
  "docs/annotations.md",
  "docs/configuration.md",
  "docs/rights.md",
  "docs/self-hosting.md",
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
