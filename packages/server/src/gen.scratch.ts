import { createHash, randomBytes } from 'node:crypto';
import { base58, bech32, bech32m, createBase58check } from '@scure/base';
import { sha256 } from '@noble/hashes/sha2.js';
import { ibanOf, clabeOf } from '/work/main/packages/server/src/internal-accounts/check-digits.ts';
import * as W from '/work/main/packages/server/src/external-accounts/identifiers/wallet-addresses.ts';
import * as B from '/work/main/packages/server/src/external-accounts/identifiers/bank-identifiers.ts';
import * as L from '/work/main/packages/server/src/external-accounts/identifiers/lightning-identifiers.ts';
import { pixKey } from '/work/main/packages/server/src/external-accounts/identifiers/pix-key.ts';
const suffixes = ['002','003','004','005','006','007','102','103','104','105','106','107'];
const ok = (r: any, v: string, info: any = {}) => r.refuse(v, info) === undefined;
const b58 = createBase58check(sha256);
const h = (s: string) => createHash('sha256').update(s).digest();
const out: any = {};
const std = (suffix: string) => suffix.replaceAll('0','o');
for (const s of suffixes) {
  const iban = ibanOf('DE', `3704004405320${'13' }${s}`);
  let clabe = '';
  for (let i = 0; i < 10; i++) { const c = clabeOf(`03218000011835${i}${s.slice(0,2)}`); if (c.endsWith(s)) { clabe = c; break; } }
  const evm = `0x52908400098527886e0f7030069857d2e4169${s}`;
  const sol = `8sLbNZoA1cfnvMJLPfp98ZLAnFSYCFApfJKMbiXNL${std(s)}`;
  let tron=''; for (let i=0;;i++){ const t=b58.encode(Uint8Array.from([0x41,...h('t'+i).subarray(0,20)])); if (t.endsWith(std(s))) {tron=t;break;} }
  let spark=''; for (let i=0;;i++){ const t=bech32m.encode('sparkt', bech32m.toWords(Uint8Array.from([0x0a,33,2,...h('s'+i)])), false); if (t.endsWith(s.replaceAll('1','l'))) {spark=t;break;} }
  out[s]={usd:`000123456${s}`, iban, ibok: ok(B.iban,iban), gbp:`31926${s}`, clabe, clok: ok(B.clabe,clabe), pix:`ana.${s}@example.com`, pixphone:`+5511987654${s}`, pixok: ok(pixKey,`+5511987654${s}`,{pixKeyType:'PHONE'}), vpa:`ananya.${s}@examplebank`, evm, evok: ok(W.evm,evm), sol, solok: ok(W.solana,sol), tron, trok: ok(W.tron,tron), spark, spok: ok(W.spark,spark), ln:`ada.${s}@wallet.example.com`};
}
console.log(JSON.stringify(out,null,1));
const inv='lnbc1pvjluezsp5zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zygspp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqypqdpl2pkx2ctnv5sxxmmwwd5kgetjypeh2ursdae8g6twvus8g6rfwvs8qun0dfjkxaq9qrsgq357wnc5r2ueh7ck6q93dj32dlqnls087fxdwk8qakdyafkq3yap9us6v52vjjsrvywa6rt52cm9r9zqt8r2t7mlcwspyetp5h2tztugp9lfyql';
console.log('inv', ok(L.invoice, inv), ok(L.invoice,'lnbc15u1p3xnhl2pp5jptserfk3zk4qy42tlucycrfwxhydvlemu9pqr93tuzlv9cc7g3s'), ok(L.offer,'lno1qgsqvgnwgcg35z6ee2h3yczraddm72xrfua9uve2rlrm9deu7xyfzrcgqf3z5'));
for (const [n,v] of Object.entries({evm:['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed','0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359','0x5aaeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],tron:['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t','TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6s'],solana:['8sLbNZoA1cfnvMJLPfp98ZLAnFSYCFApfJKMbiXNLwxj','EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v']})) for (const a of v) console.log(n,a,ok((W as any)[n],a));
for (const a of ['110000000','021000021','021000022','000000000']) console.log('aba',a,ok(B.aba,a));
for (const a of ['DE89370400440532013000','GB82WEST12345698765432','GB82 WEST','DE88370400440532013000','FR1420041010050500013M02606','BR1800360305000010009795493C1']) console.log('iban',a,ok(B.iban,a));
console.log('clabe', ok(B.clabe,'032180000118359719'), ok(B.clabe,'032180000118359718'));
for (const [t,v] of [['CPF','11144477735'],['CPF','11144477734'],['CPF','11111111111'],['CNPJ','11222333000181'],['CNPJ','11222333000182'],['EMAIL','ana@example.com'],['EMAIL','ana@'],['PHONE','+5511987654321'],['PHONE','+14155550100'],['RANDOM','123e4567-e12b-12d1-a456-426655440000'],['RANDOM','x']]) console.log(t,v,ok(pixKey,v!,{pixKeyType:t}));
