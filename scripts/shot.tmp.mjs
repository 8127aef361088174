import { chromium } from 'playwright-core';
const b = await chromium.launch({executablePath:'/usr/bin/chromium', args:['--headless','--no-sandbox','--disable-gpu','--disable-quic','--no-first-run','--disable-background-networking','--disable-component-update','--disable-sync']});
for (const [name,opt] of [['light',{colorScheme:'light',viewport:{width:1300,height:900}}],['dark',{colorScheme:'dark',viewport:{width:1300,height:900}}],['phone',{colorScheme:'light',viewport:{width:390,height:800}}]]) {
  const c = await b.newContext(opt);
  for (const f of ['index','errors','states','events']) {
    const p = await c.newPage();
    p.on('console',m=>console.log(name,f,m.type(),m.text())); p.on('request',r=>{if(!r.url().startsWith('file:')&&!r.url().startsWith('data:'))console.log('REQ',r.url())});
    p.on('pageerror',e=>console.log(name,f,'ERR',e.message));
    const t=Date.now();
    await p.goto(`file:///work/main/docs/site/${f}.html`);
    if (f==='index') await p.waitForSelector('body[data-ready]',{timeout:30000});
    console.log(name,f,Date.now()-t,'ms');
    await p.waitForTimeout(300);
    if (f==='states') { let i=0; for (const d of await p.locator('.diagram svg').all()) await d.screenshot({path:`/tmp/d-${name}-${i++}.png`}); }
    await p.screenshot({path:`/tmp/shot-${name}-${f}.png`, fullPage: f==='states'});
    await p.close();
  }
}
await b.close();
