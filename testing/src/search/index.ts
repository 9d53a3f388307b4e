export { type OpenSearchDouble, startOpenSearch } from "./opensearch.double.ts";
