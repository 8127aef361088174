import { bech32 } from '@scure/base';
import { decodes, rule } from './identifier-rule.ts';

/** `ln`, the network (mainnet, testnets, regtest) and optionally an amount with its multiplier (BOLT 11). */
const invoicePrefix = /^ln(bcrt|bc|tbs|tb|sb)([0-9]+[munp]?)?$/;

export const invoice = rule(
  { format: 'bolt11', message: 'Send a Lightning invoice, which starts with ln and ends with a checksum.' },
  (value) => decodes(() => invoicePrefix.test(bech32.decode(value as `${string}1${string}`, false).prefix)),
  { form: /^ln(bcrt|bc|tbs|tb|sb)([0-9]+[munp]?)?1[0-9a-z]{20,}$/i },
);

/** BOLT 12: bech32 characters in one case, without a checksum. */
export const offer = rule(
  { format: 'bolt12', message: 'Send a Lightning offer, which starts with lno1.' },
  (value) => /^lno1[02-9ac-hj-np-z]+$/.test(value) || /^LNO1[02-9AC-HJ-NP-Z]+$/.test(value),
);

/** LUD-16, with the additional characters that wallets allow. */
export const lightningAddress = rule(
  { format: 'lightning-address', message: 'Send a Lightning address such as name@wallet.example.com.' },
  (value) => /^[a-z0-9._+-]+@([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z0-9]([a-z0-9-]*[a-z0-9])?$/i.test(value),
);
