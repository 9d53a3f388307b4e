import type { Config } from "../../config/config.ts";
import type { SearchEngine } from "../search-engine.port.ts";
import { createOpenSearch } from "./opensearch.engine.ts";

/** Creates the search engine of the configuration; undefined without one. */
export const createSearchEngine = ({ SEARCH_URL, SEARCH_KEY }: Pick<Config, "SEARCH_URL" | "SEARCH_KEY">): SearchEngine | undefined =>
  SEARCH_URL === undefined ? undefined : createOpenSearch(SEARCH_URL, SEARCH_KEY);
