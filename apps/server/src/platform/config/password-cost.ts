/** argon2id (its `Algorithm` enum's 2). `standard` is OWASP's first choice: 19 MiB, two passes. `minimal` protects nothing and is for tests. */
export const PASSWORD_COSTS = {
  standard: { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 },
  minimal: { algorithm: 2, memoryCost: 8, timeCost: 1, parallelism: 1 },
} as const;
