export { createVisits, type VisitedItem, type Visits, type VisitsDeps } from "./visits.service.ts";
