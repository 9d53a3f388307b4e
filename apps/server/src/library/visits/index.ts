export { createVisits, type Place, type Visits, type VisitsDeps } from "./visits.service.ts";
