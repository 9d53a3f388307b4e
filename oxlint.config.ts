// Rules of the linter. A rule that is off has its reason in the line above. Import rules: tools/lint/boundaries.ts.
import { defineConfig } from "oxlint";
import { BOUNDARY_RULE, BOUNDARY_SETTINGS } from "./tools/lint/boundaries.ts";

export default defineConfig({
  plugins: ["eslint", "typescript", "import", "unicorn", "node", "react", "jsx-a11y", "vitest", "promise", "oxc"],
  jsPlugins: ["eslint-plugin-boundaries"],
  categories: { correctness: "error" },
  ignorePatterns: ["**/dist/**", "**/.output/**", "**/.wxt/**", "**/migrations/**", "tools/boundaries-selftest/**", "tools/new/**"],
  settings: BOUNDARY_SETTINGS,
  rules: {
    "eslint/max-lines": ["error", { max: 400 }],
    "eslint/max-lines-per-function": ["error", { max: 60, skipBlankLines: true, skipComments: true }],
    "boundaries/dependencies": ["error", BOUNDARY_RULE],
    "import/no-cycle": ["error", { ignoreTypes: false }],
    "import/no-default-export": "error",
    "typescript/no-explicit-any": "error",
    "typescript/consistent-type-imports": ["error", { disallowTypeAnnotations: false }],
    "typescript/no-floating-promises": "error",
    "typescript/no-misused-promises": ["error", { checksVoidReturn: false }],
    "typescript/switch-exhaustiveness-check": ["error", { considerDefaultExhaustiveForUnions: true }],
    "typescript/no-non-null-assertion": "error",
    "unicorn/filename-case": ["error", { case: "kebabCase" }],
    "eslint/no-console": "error",
    "node/no-process-env": "error",
    "eslint/eqeqeq": ["error", "always", { null: "ignore" }],
    "vitest/no-focused-tests": "error",
    // Input is cleaned of control characters in many places, always on purpose.
    "eslint/no-control-regex": "off",
    // Reports spreads of class instances that are plain data here, such as DOMRect.
    "typescript/no-misused-spread": "off",
    // Reports destructured functions of objects that are built without `this`.
    "typescript/unbound-method": "off",
    // Reports clocks in event handlers and lazy initialisers, which do not run during render.
    "react/purity": "off",
    // State follows external stores (media elements, streams) in effects, as the React documentation allows.
    "react/set-state-in-effect": "off",
    // Grids, trees, toolbars and menus have no native element.
    "jsx-a11y/prefer-tag-over-role": "off",
    // Dialogs and inline editors must move the focus (WCAG 2.4.3).
    "jsx-a11y/no-autofocus": "off",
    // Scrollable regions must be focusable (axe: scrollable-region-focusable).
    "jsx-a11y/no-noninteractive-tabindex": "off",
    // Reports errors and header values in log texts, which have a useful string form.
    "typescript/no-base-to-string": "off",
    // Numbers and branded ids are used in templates everywhere.
    "typescript/restrict-template-expressions": "off",
    // Arrays of strings are sorted by code unit on purpose.
    "typescript/require-array-sort-compare": "off",
    // Reports writes to refs and media elements, which are external objects.
    "react/immutability": "off",
    // Reports the virtual list library, which is used without the compiler.
    "react/incompatible-library": "off",
    "vitest/valid-expect": ["error", { maxArgs: 2 }],
    // Expressions stay together in tables of patterns.
    "unicorn/prefer-string-starts-ends-with": "off",
    // The type of a mock follows from its assignment.
    "vitest/require-mock-type-parameters": "off",
    "eslint/no-unused-vars": [
      "error",
      {
        argsIgnorePattern: "^_",
        varsIgnorePattern: "^_",
        caughtErrors: "none",
      },
    ],
    // Sweeps over routes, shapes and screens assert by case.
    "vitest/no-conditional-expect": "off",
    // The error class is the assertion; its text is not part of the interface.
    "vitest/require-to-throw-message": "off",
    "vitest/expect-expect": ["error", { assertFunctionNames: ["expect*", "assert*", "fc.assert", "**.expect*", "**.assert*"] }],
  },
  overrides: [
    {
      files: ["**/*.test.ts", "**/*.test.tsx", "**/*.e2e.ts"],
      rules: {
        // A `describe` callback groups tests, so its length is that of the group.
        "eslint/max-lines-per-function": "off",
      },
    },
    {
      files: [
        "apps/server/src/{access,media,people,library,social,editing,exchange,web}/**",
        "apps/server/src/platform/{audit,events,outbox,http}/**",
      ],
      rules: {
        "eslint/no-restricted-imports": [
          "error",
          {
            paths: [
              {
                name: "node:child_process",
                message: "Only ports start programs: take the port instead.",
              },
            ],
          },
        ],
      },
    },
    {
      files: [
        "tools/**",
        "bench/**",
        "testing/**",
        "e2e/**",
        "**/*.test.ts",
        "**/*.test.tsx",
        "**/*.config.ts",
        "apps/server/src/main.ts",
        "apps/server/src/verify.ts",
        "apps/server/src/admin.ts",
        "apps/server/src/platform/config/**",
        "apps/server/src/platform/postgres/**",
      ],
      rules: {
        // Tools and tests start programs; config and the database supervisor are the only product code that reads the environment.
        "node/no-process-env": "off",
      },
    },
    {
      files: ["e2e/**"],
      rules: {
        // Browser stories assert by waiting for an element.
        "vitest/expect-expect": "off",
      },
    },
    {
      files: ["tools/**", "bench/**", "testing/**", "e2e/**"],
      rules: {
        // Tools report on the console.
        "eslint/no-console": "off",
      },
    },
    {
      files: ["**/*.test.ts", "**/*.test.tsx", "**/*.fixture.ts", "e2e/**", "testing/**", "bench/**"],
      rules: {
        // A failed assertion in a test is a failed test.
        "typescript/no-non-null-assertion": "off",
      },
    },
    {
      files: ["**/*.config.ts", "**/*.config.mjs", "apps/extension/entrypoints/**", "apps/extension/src/entrypoints/**"],
      rules: {
        // The bundlers read the default export.
        "import/no-default-export": "off",
      },
    },
    // Entities contain data and rules, no components: every TSX file that is not a test is refused.
    {
      files: ["apps/portal/src/entities/**/*.tsx"],
      rules: { "react/jsx-filename-extension": ["error", { allow: "as-needed", extensions: [".jsx"] }] },
    },
    {
      files: ["apps/portal/src/entities/**/*.test.tsx"],
      rules: {
        // Tests of hooks render a component.
        "react/jsx-filename-extension": "off",
      },
    },
  ],
});
