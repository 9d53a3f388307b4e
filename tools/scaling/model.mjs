// The arithmetic of docs/scaling.md: what a number of people needs, from the figures of inputs.json.

const DAY_HOURS = 24;
const MONTH_HOURS = 730;
const MONTHS = 12;
const GB = 1e9;
const MB = 1e6;
/** Cores of the machine on which rates were measured. */
const MEASURED_CORES = 2;
/** The primary and its replica. */
const DATABASE_COPIES = 2;

const valuesOf = (group) => Object.fromEntries(Object.entries(group).map(([name, { value }]) => [name, value]));

function storedBy(people, { rowBytesPerItem, searchShare, imageBytes, videoBytesPerMinute }, assumed) {
  const days = people * assumed.workingDays * assumed.years;
  const images = days * assumed.imagesPerDay;
  const recordings = days * assumed.recordingsPerDay;
  const items = images + recordings;
  const videoBytes = recordings * assumed.minutesPerRecording * videoBytesPerMinute * (1 + assumed.derivedShare);
  return {
    items,
    rowBytes: items * rowBytesPerItem,
    searchBytes: items * rowBytesPerItem * searchShare,
    objects: items * assumed.objectsPerItem,
    storeBytes: images * imageBytes + videoBytes,
  };
}

function requestsOf(people, measured, assumed) {
  const peak = (perDay) => (people * perDay * assumed.peakFactor) / (assumed.busyHours * 3600);
  const lists = peak(assumed.listsPerDay);
  const searches = peak(assumed.searchesPerDay);
  const uploads = peak(assumed.imagesPerDay + assumed.recordingsPerDay);
  const mediaBytes = peak(assumed.imageViewsPerDay * measured.imageBytes + assumed.watchedMinutesPerDay * measured.videoBytesPerMinute);
  const share = lists / measured.listsPerSecond + searches / measured.searchesPerSecond + uploads / measured.uploadsPerSecond;
  const cores = Math.max(1, Math.ceil((share * MEASURED_CORES) / assumed.load));
  const mediaCores = Math.ceil(((mediaBytes / MB / measured.rangesPerSecond) * MEASURED_CORES) / assumed.load);
  return { lists, searches, uploads, mediaBytes, cores, mediaCores };
}

function encodingOf(people, measured, assumed) {
  const minutes = people * assumed.recordingsPerDay * assumed.minutesPerRecording;
  const thumbnails = people * (assumed.imagesPerDay + assumed.recordingsPerDay);
  const hours = (minutes * measured.encodeSecondsPerMinute + thumbnails * measured.thumbnailSeconds) / 3600;
  return { minutes, thumbnails, hours, peakCores: Math.max(1, Math.ceil((hours / assumed.busyHours) * assumed.peakFactor)) };
}

function moneyOf(people, { stored, requests, encoding }, { assumed, measured, prices }) {
  const daysOfMonth = assumed.workingDays / MONTHS;
  const viewed = assumed.imageViewsPerDay * measured.imageBytes + assumed.watchedMinutesPerDay * measured.videoBytesPerMinute;
  const writes = people * (assumed.imagesPerDay + assumed.recordingsPerDay) * daysOfMonth * assumed.objectsPerItem;
  const parts = {
    store: (stored.storeBytes / GB) * prices.storePerGBMonth + (writes / 1000) * prices.writesPer1000,
    database: (stored.rowBytes / GB) * prices.databasePerGBMonth * DATABASE_COPIES,
    transfer: ((people * daysOfMonth * viewed) / GB) * prices.transferPerGB,
    web: requests.cores * MONTH_HOURS * prices.coreHour,
    encoding: encoding.hours * daysOfMonth * prices.coreHour,
  };
  const total = Object.values(parts).reduce((sum, part) => sum + part, 0);
  return { ...parts, total, perPerson: total / people };
}

/** Returns what each number of people needs: stored bytes, requests at the peak, encoding and money. */
export function computeScaling(inputs) {
  const groups = { measured: valuesOf(inputs.measured), assumed: valuesOf(inputs.assumed), prices: valuesOf(inputs.prices) };
  const { measured, assumed } = groups;
  return inputs.people.map((people) => {
    const stored = storedBy(people, measured, assumed);
    const requests = requestsOf(people, measured, assumed);
    const encoding = encodingOf(people, measured, assumed);
    const sweepHours = stored.items / measured.sweepItemsPerSecond / 3600;
    return {
      people,
      stored: { ...stored, sweepDays: sweepHours / DAY_HOURS },
      requests,
      encoding,
      money: moneyOf(people, { stored, requests, encoding }, groups),
    };
  });
}
