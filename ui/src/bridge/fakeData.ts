// Generated campaigns for the fake desk. The real ones come from the practice service.

import type { FieldChoice, FieldKind, EditLock } from "./bindings";

/** A field of the fake desk. */
export interface FieldSpec {
  path: string;
  label: string;
  group: string;
  kind: FieldKind;
  description?: string;
  required?: boolean;
  unit?: string;
  choices?: FieldChoice[];
  lock?: EditLock;
  /** Not in the catalog. */
  unknown?: boolean;
  note?: string;
  /** The name of one item, if the field is a list. */
  item?: string;
}

/** Values as the person reads them. `null` is JSON's null. A missing member is absent. */
export type Values = Record<string, string | null>;

const choices = (...values: string[]): FieldChoice[] => values.map((value) => ({ value, label: value }));
const readOnly: EditLock = { label: "read-only", reason: "The service sets this." };
const setOnce: EditLock = { label: "set once", reason: "It was set when the campaign was created and cannot be changed afterwards." };

export const advertisers = [
  ["4410", "Northwind", "Outdoor"],
  ["4411", "Fabrikam Travel", "City breaks"],
  ["4412", "Contoso Home", "Kitchens"],
  ["4413", "Tailspin Mobility", "E-bikes"],
  ["4414", "Wide World Foods", "Cereals"],
] as const;

export const specs: FieldSpec[] = [
  { path: "name", label: "Name", group: "Identity", kind: "text", required: true, description: "What the campaign is called." },
  { path: "id", label: "Campaign id", group: "Identity", kind: "id", lock: readOnly },
  {
    path: "advertiserId", label: "Advertiser", group: "Identity", kind: "choice", required: true, lock: setOnce,
    choices: advertisers.map(([value, label]) => ({ value, label })),
  },
  { path: "brandName", label: "Brand", group: "Identity", kind: "text", lock: readOnly },
  { path: "status", label: "Status", group: "Delivery", kind: "choice", choices: choices("ACTIVE", "PAUSED", "ENDED") },
  {
    path: "traffickingMode", label: "Trafficking mode", group: "Delivery", kind: "choice", required: true,
    choices: choices("advanced", "simple"), description: "How ads are assigned to placements.",
  },
  { path: "notes", label: "Notes", group: "Delivery", kind: "text", description: "For your team." },
  { path: "startDate", label: "Start", group: "Budget and dates", kind: "instant", unit: "Europe/Berlin", required: true },
  { path: "endDate", label: "End", group: "Budget and dates", kind: "instant", unit: "Europe/Berlin" },
  { path: "budget", label: "Budget", group: "Budget and dates", kind: "decimal" },
  { path: "currency", label: "Currency", group: "Budget and dates", kind: "choice", choices: choices("EUR", "GBP", "USD") },
  { path: "flights", label: "Flights", group: "Flights", kind: "list", item: "Flight" },
  {
    path: "adminSettings.campaignSettings.verification", label: "Verification", group: "Privacy and verification", kind: "choice",
    choices: choices("None", "Monitoring", "Blocking"), note: "Found at adminSettings.campaignSettings.verification.",
  },
  { path: "adminSettings.privacy.disableCookies", label: "Disable cookies", group: "Privacy and verification", kind: "yesNo" },
  { path: "version", label: "Version", group: "Record", kind: "integer", lock: readOnly },
  { path: "lastUpdateOn", label: "Last updated", group: "Record", kind: "instant", unit: "Europe/Berlin", lock: readOnly },
  { path: "relationsBag", label: "Relations bag", group: "Record", kind: "json", lock: readOnly },
  { path: "mediaPlanRef", label: "mediaPlanRef", group: "Other fields from the service", kind: "text", unknown: true },
  { path: "pacing", label: "pacing", group: "Other fields from the service", kind: "decimal", unknown: true },
  { path: "legacyFlags", label: "legacyFlags", group: "Other fields from the service", kind: "json", unknown: true },
];

const names = [
  "Spring launch", "Always-on search retarget", "Loyalty Q2", "Brand film", "Store openings", "Summer sale", "App installs",
  "Back to school", "Winter warmers", "Newsletter sign-up", "Black Friday teaser", "Partner week", "City guide",
];
const markets = ["DE", "FR", "UK", "IT", "ES", "NL", "PL", "SE"];

/** Returns generated campaigns, always the same, in a fixed order. */
export function campaigns(count: number): Map<string, Values> {
  return new Map(Array.from({ length: count }, (_, index) => campaign(index)).map((values) => [values["id"] ?? "", values]));
}

function campaign(index: number): Values {
  const [advertiserId, , brandName] = advertisers[(index * 7) % advertisers.length] ?? advertisers[0];
  return {
    id: String(1072288341 - index * 131),
    name: `${names[index % names.length]}, ${markets[Math.floor(index / names.length) % markets.length]}`,
    advertiserId,
    brandName,
    status: index % 5 === 3 ? "PAUSED" : "ACTIVE",
    traffickingMode: "advanced",
    notes: index % 3 === 0 ? null : "Weekly report to the client on Mondays.",
    startDate: "2026-03-01 00:00",
    endDate: "2026-06-30 23:59",
    budget: "12500.50",
    currency: "EUR",
    flights: "Prospecting\nRetargeting\nLast days",
    "adminSettings.campaignSettings.verification": "None",
    "adminSettings.privacy.disableCookies": "false",
    version: "3",
    lastUpdateOn: "2026-11-18 09:12",
    relationsBag: null,
    ...(index % 4 === 0 ? { mediaPlanRef: "MP-2041", pacing: "4.50e-1", legacyFlags: "[1,2]" } : {}),
  };
}
