/**
 * Formats of a country's postal codes, the usual one first. `#` is a digit, `@` a letter, `*` either; any other letter or digit stands for
 * itself. Spaces and hyphens may be left out. Empty where there are no postal codes or no known format: any text passes then.
 */
type PostalFormats = readonly string[];

const UK: PostalFormats = ['@@# #@@', '@# #@@', '@## #@@', '@@## #@@', '@#@ #@@', '@@#@ #@@'];
const US: PostalFormats = ['#####', '#####-####'];
const THREE: PostalFormats = ['###'];
const FOUR: PostalFormats = ['####'];
const FIVE: PostalFormats = ['#####'];
const SIX: PostalFormats = ['######'];
const SEVEN: PostalFormats = ['#######'];
const THREE_TWO: PostalFormats = ['### ##'];
const ANY: PostalFormats = [];

/** The countries and territories of ISO 3166-1 by their codes of two letters, with the formats of their postal codes. */
export const COUNTRIES = {
  AD: ['AD###'], AE: ANY, AF: ANY, AG: ANY, AI: ANY, AL: FOUR, AM: FOUR, AO: ANY, AQ: ANY, AR: ['####', '@####@@@'],
  AS: US, AT: FOUR, AU: FOUR, AW: ANY, AX: FIVE, AZ: ['AZ ####', '####'], BA: FIVE, BB: ANY, BD: FOUR, BE: FOUR,
  BF: ANY, BG: FOUR, BH: ANY, BI: ANY, BJ: ANY, BL: FIVE, BM: ANY, BN: ['@@####'], BO: ANY, BQ: ANY,
  BR: ['#####-###'], BS: ANY, BT: ANY, BV: ANY, BW: ANY, BY: SIX, BZ: ANY, CA: ['@#@ #@#'], CC: FOUR, CD: ANY,
  CF: ANY, CG: ANY, CH: FOUR, CI: ANY, CK: ANY, CL: SEVEN, CM: ANY, CN: SIX, CO: SIX, CR: FIVE, CU: ANY, CV: FOUR,
  CW: ANY, CX: FOUR, CY: FOUR, CZ: THREE_TWO, DE: FIVE, DJ: ANY, DK: FOUR, DM: ANY, DO: FIVE, DZ: FIVE, EC: SIX,
  EE: FIVE, EG: ANY, EH: ANY, ER: ANY, ES: FIVE, ET: ANY, FI: FIVE, FJ: ANY, FK: ANY, FM: US, FO: THREE, FR: FIVE,
  GA: ANY, GB: UK, GD: ANY, GE: FOUR, GF: FIVE, GG: UK, GH: ANY, GI: ANY, GL: FOUR, GM: ANY, GN: ANY, GP: FIVE,
  GQ: ANY, GR: THREE_TWO, GS: ANY, GT: FIVE, GU: US, GW: FOUR, GY: ANY, HK: ANY, HM: ANY, HN: ANY, HR: FIVE, HT: ANY,
  HU: FOUR, ID: FIVE, IE: ['@#* ****'], IL: ['#######', '#####'], IM: UK, IN: ['### ###'], IO: ANY, IQ: FIVE,
  IR: ['#####-#####'], IS: THREE, IT: FIVE, JE: UK, JM: ANY, JO: FIVE, JP: ['###-####'], KE: FIVE, KG: SIX, KH: ANY,
  KI: ANY, KM: ANY, KN: ANY, KP: ANY, KR: FIVE, KW: FIVE, KY: ANY, KZ: ['######', '@##@#@#'], LA: FIVE, LB: ANY,
  LC: ANY, LI: FOUR, LK: FIVE, LR: ANY, LS: THREE, LT: ['LT-#####', '#####'], LU: ['####', 'L-####'],
  LV: ['LV-####', '####'], LY: ANY, MA: FIVE, MC: FIVE, MD: ['MD-####', '####'], ME: FIVE, MF: FIVE, MG: THREE, MH: US,
  MK: FOUR, ML: ANY, MM: FIVE, MN: ANY, MO: ANY, MP: US, MQ: FIVE, MR: ANY, MS: ANY, MT: ['@@@ ####'], MU: ANY, MV: FIVE,
  MW: ANY, MX: FIVE, MY: FIVE, MZ: ANY, NA: ANY, NC: FIVE, NE: FOUR, NF: FOUR, NG: SIX, NI: FIVE, NL: ['#### @@'],
  NO: FOUR, NP: FIVE, NR: ANY, NU: ANY, NZ: FOUR, OM: THREE, PA: ANY, PE: FIVE, PF: FIVE, PG: THREE, PH: FOUR, PK: FIVE,
  PL: ['##-###'], PM: FIVE, PN: ANY, PR: US, PS: ANY, PT: ['####-###'], PW: US, PY: ANY, QA: ANY, RE: FIVE, RO: SIX,
  RS: ['#####', '######'], RU: SIX, RW: ANY, SA: ['#####', '#####-####'], SB: ANY, SC: ANY, SD: FIVE, SE: THREE_TWO,
  SG: SIX, SH: ANY, SI: ['####', 'SI-####'], SJ: FOUR, SK: THREE_TWO, SL: ANY, SM: FIVE, SN: FIVE, SO: ANY, SR: ANY,
  SS: ANY, ST: ANY, SV: ANY, SX: ANY, SY: ANY, SZ: ['@###'], TC: ANY, TD: ANY, TF: ANY, TG: ANY, TH: FIVE, TJ: SIX,
  TK: ANY, TL: ANY, TM: SIX, TN: FOUR, TO: ANY, TR: FIVE, TT: ANY, TV: ANY, TW: ['###', '###-##', '###-###'], TZ: ANY,
  UA: FIVE, UG: ANY, UM: US, US, UY: FIVE, UZ: SIX, VA: FIVE, VC: ANY, VE: FOUR, VG: ANY, VI: US, VN: ['#####', '######'],
  VU: ANY, WF: FIVE, WS: ANY, YE: ANY, YT: FIVE, ZA: FOUR, ZM: FIVE, ZW: ANY,
} as const satisfies Record<string, PostalFormats>; // prettier-ignore

export type CountryCode = keyof typeof COUNTRIES;

export const COUNTRY_CODES = Object.keys(COUNTRIES) as [CountryCode, ...CountryCode[]];

export const isCountryCode = (text: string): text is CountryCode => Object.hasOwn(COUNTRIES, text);
