import type { EngineBounds, EngineSearch, EngineSpace, EngineWord } from "../search-engine.port.ts";

type Clause = Record<string, unknown>;

/** Time that the cluster spends on one search before it answers with what it has, which is then not used. */
const CLUSTER_LIMIT = "600ms";

const wordClause = ({ word, prefix }: EngineWord): Clause =>
  prefix ? { prefix: { words: { value: word } } } : { term: { words: { value: word } } };

/** Every word starts with the tag of its workspace, so it needs no other condition for it. */
const spaceClause = ({ words }: EngineSpace): Clause => ({ bool: { filter: words.map(wordClause) } });

/** Returns the conditions for the bounds: those to include, and those to leave out. */
function boundClauses({ inside, containerIds, shownItemIds, hiddenItemIds }: EngineBounds): { filter: Clause[]; mustNot: Clause[] } {
  const container: Clause = { terms: { container: containerIds } };
  const shown: Clause = { terms: { item: shownItemIds } };
  const closed: Clause = { bool: { filter: [container], must_not: [shown] } };
  return {
    filter: inside ? [{ bool: { should: [container, shown], minimum_should_match: 1 } }] : [],
    mustNot: [
      ...(inside || containerIds.length === 0 ? [] : [closed]),
      ...(hiddenItemIds.length === 0 ? [] : [{ terms: { item: hiddenItemIds } }]),
    ],
  };
}

/** Returns the body of a search. Headings that begin with the phrase score 1, all others 0. */
export function searchBody({ spaces, bounds, kinds, size, after }: EngineSearch): Clause {
  const { filter, mustNot } = boundClauses(bounds);
  const headings = spaces.flatMap(({ heading }) => (heading === null ? [] : [{ prefix: { heading: { value: heading } } }]));
  return {
    size,
    timeout: CLUSTER_LIMIT,
    track_total_hits: false,
    _source: false,
    query: {
      bool: {
        filter: [
          { bool: { should: spaces.map(spaceClause), minimum_should_match: 1 } },
          ...(kinds === null ? [] : [{ terms: { kind: kinds } }]),
          ...filter,
        ],
        must_not: mustNot,
        should: headings.map((clause) => ({ constant_score: { filter: clause, boost: 1 } })),
      },
    },
    sort: [{ _score: { order: "desc" } }, { at: { order: "desc" } }, { entry: { order: "desc" } }],
    ...(after === null ? {} : { search_after: after }),
  };
}
