// What breaks first on the way to 10 million people, in this order. The texts contain computed figures of the number of people nearest to the step.
import { bytes, number, table } from "./format.mjs";

const EXISTS = "exists";

const STEPS = [
  {
    at: [100, "100"],
    breaks: "nothing",
    why: ({ requests }) => `the peak is ${number(requests.lists)} list per second`,
    engine: "`npm start` with the embedded database",
    state: EXISTS,
  },
  {
    at: [100, "some 100"],
    breaks: "the disk",
    why: ({ people, stored }) => `${bytes(stored.storeBytes / people)} per person, nearly all of it videos`,
    engine: "an S3 store (`STORAGE_URL`)",
    state: EXISTS,
  },
  {
    at: [10_000, "some 1,000"],
    breaks: "encoding on the machine that serves",
    why: ({ encoding }) => `10,000 people need ${number(encoding.hours)} h of a processor a day`,
    engine: "`ROLE=worker` on other machines, by the length of the queue (`worker.autoscaling` of the chart)",
    state: EXISTS,
  },
  {
    at: [10_000, "10,000"],
    breaks: "one machine is one failure",
    why: ({ requests }) => `not the load (${number(requests.lists)} lists per second), but updates and faults interrupt everyone`,
    engine: "two web processes behind a load balancer, an external PostgreSQL with a replica",
    state: EXISTS,
  },
  {
    at: [1_000_000, "100,000"],
    breaks: "connections of the database",
    why: ({ requests }) => `${number(requests.cores)} cores at a million people; each process uses up to 19 connections`,
    engine: "PgBouncer by transaction (`DATABASE_DIRECT_URL`)",
    state: EXISTS,
  },
  {
    at: [1_000_000, "100,000"],
    breaks: "lists and searches on the primary",
    why: ({ requests }) => `${number(requests.lists)} lists and ${number(requests.searches)} searches per second at a million people`,
    engine: "replicas (`DATABASE_READ_URL`, one address per process)",
    state: EXISTS,
  },
  {
    at: [1_000_000, "1 million"],
    breaks: "media from one region",
    why: ({ requests }) => `${bytes(requests.mediaBytes)} per second at the peak`,
    engine: "a CDN in front of the store",
    state: "the signature of a CDN has to be added to the storage module",
  },
  {
    at: [1_000_000, "1 million"],
    breaks: "search in PostgreSQL",
    why: ({ stored }) => `${number(stored.items)} entries in one inverted index: insertions and vacuum are slow, lookups are not`,
    engine: "a search engine; words carry the tag of their workspace already, so each workspace is a complete unit",
    state: "needs a port with a second driver",
  },
  {
    at: [1_000_000, "1 million"],
    breaks: "the primary",
    why: ({ stored, requests }) =>
      `${bytes(stored.rowBytes)} of rows; ${number(requests.uploads)} new items per second, each written to about ten of the 22 indexes of \`items\``,
    engine: "[distribution by workspace](#distribution-by-workspace)",
    state: "all tables but one have the column; keys have to contain it",
  },
  {
    at: [1_000_000, "1 million"],
    breaks: "the queue in the same database",
    why: ({ requests }) =>
      `at least ${number(requests.uploads)} jobs per second; trials added 188 to 2,146 single ones per second on two cores`,
    engine: "another PostgreSQL with an outbox table ([ADR 0003](adr/0003-jobs.md))",
    state: "has to be built",
  },
  {
    at: [10_000_000, "1 million"],
    breaks: "live events",
    why: () => "each web process receives the hints of all workspaces, so their number grows with hints × processes",
    engine: "a broker with a subject per workspace, such as NATS or Redis, in the events module",
    state: "has to be built",
  },
  {
    at: [10_000_000, "10 million"],
    breaks: "nightly checks",
    why: ({ stored }) =>
      `${number(stored.sweepDays * 24)} h for one pass of one worker over all items; ${number(stored.objects)} objects to list`,
    engine: "slices per group of workspaces in parallel, and the provider's inventory of the bucket",
    state: "slices exist ([ADR 0028](adr/0028-sweeps.md)), groups have to be built",
  },
  {
    at: [10_000_000, "10 million"],
    breaks: "rate limits, sign-ins, slugs",
    why: () => "no workspace in their keys, so distribution by workspace does not divide them",
    engine: "Redis for limits; a directory database for people and slugs",
    state: "has to be built",
  },
];

/** Returns the steps as a Markdown table, with figures of the computed rows. */
export function renderSteps(rows) {
  const cells = STEPS.map(({ at: [people, label], breaks, why, engine, state }) => {
    const row = rows.find((one) => one.people === people);
    if (!row) throw new Error(`tools/scaling/inputs.json has no row for ${people} people.`);
    return [label, breaks, why(row), engine, state];
  });
  return table(["People", "Breaks first", "Why", "Takes it over", "State"], cells);
}
