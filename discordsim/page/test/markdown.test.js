import './browser.js';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { emoji, markdown, markdownLine } from '../markdown.js';

const NAMES = {
  locale: 'en-US', me: '1',
  user: (id) => ({ 1: 'Ada', 2: 'Ben <b>' })[id],
  channel: (id) => ({ 3: 'general' })[id],
  role: (id) => ({ 4: 'Hosts' })[id],
};

function draw(text, names = NAMES) {
  const box = document.createElement('div');
  box.append(markdown(text, names));
  return box;
}

const html = (text, names) => draw(text, names).innerHTML;

// line is the inside of the single paragraph that a text becomes.
function line(text) {
  const box = draw(text);
  assert.equal(box.children.length, 1, box.innerHTML);
  assert.equal(box.firstElementChild.localName, 'p', box.innerHTML);
  return box.firstElementChild.innerHTML;
}

// harmless fails when a text became anything that the page doesn't draw itself.
const TAGS = new Set(['p', 'strong', 'em', 'u', 's', 'span', 'button', 'code', 'pre', 'a', 'h3', 'small', 'blockquote', 'ul', 'ol', 'li', 'time', 'img']);
function harmless(box, text) {
  for (const node of box.querySelectorAll('*')) {
    assert.ok(TAGS.has(node.localName), `${JSON.stringify(text)} became <${node.localName}>`);
    for (const { name, value } of node.attributes) {
      assert.ok(!name.startsWith('on'), `${JSON.stringify(text)} got ${name}`);
      if (name === 'href') assert.match(value, /^https?:\/\//, text);
      if (name === 'src') assert.match(value, /^\/emojis\/\d+\.(png|gif)$/, text);
    }
  }
}

const NASTY = [
  '<img src=x onerror=alert(1)>', '<script>alert(1)</script>', '"><svg onload=alert(1)>', '<a href="javascript:alert(1)">x</a>', '&lt;b&gt;&amp;',
  '</p></div><b>', "' onmouseover='alert(1)", '<iframe srcdoc="<b>">', '<!-- x', ']]>', '<style>*{}</style>',
];

describe('what people write never becomes markup', () => {
  const places = {
    alone: (t) => t, bold: (t) => `**${t}**`, spoiler: (t) => `||${t}||`, heading: (t) => `# ${t}`, quote: (t) => `> ${t}`, list: (t) => `- ${t}`,
    fence: (t) => `\`\`\`\n${t}\n\`\`\``, 'the language of a fence': (t) => `\`\`\`${t}\nx\n\`\`\``, code: (t) => `\`\`${t}\`\``,
    'the words of a link': (t) => `[${t}](https://a.example/)`, 'the title of a link': (t) => `[x](https://a.example/ "${t}")`,
    'the address of a link': (t) => `[x](https://a.example/${t})`, 'a bare address': (t) => `https://a.example/${t}`, 'an address in angles': (t) => `<https://a.example/${t}>`,
    'the name of an emoji': (t) => `<:${t}:1>`, 'a command': (t) => `</${t}:1>`,
  };
  for (const [where, put] of Object.entries(places)) {
    it(`in ${where}`, () => {
      for (const text of NASTY) harmless(draw(put(text)), put(text));
    });
  }

  it('and is still there to be read', () => {
    for (const text of NASTY) assert.equal(draw(text).textContent, text);
    for (const text of NASTY) assert.equal(draw(`\`\`\`\n${text}\n\`\`\``).querySelector('code').textContent, text);
  });

  it('nor do names of people', () => {
    const box = draw('<@2>');
    assert.equal(box.textContent, '@Ben <b>');
    assert.equal(box.querySelector('b'), null);
  });

  it('nor does any mixture of signs', () => {
    let seed = 7;
    const random = (n) => { seed = (seed * 48271) % 2147483647; return seed % n; };
    const parts = ['*', '**', '_', '__', '~~', '||', '`', '```', '\n', '> ', '>>> ', '# ', '-# ', '- ', '1. ', '<', '>', '[', ']', '(', ')', '\\', 'a', ' ', 'https://a.example', 'javascript:', '<@1>', '<t:0>', '<img onerror=x>', '"', ':'];
    for (let i = 0; i < 3000; i++) {
      const text = Array.from({ length: 1 + random(24) }, () => parts[random(parts.length)]).join('');
      harmless(draw(text), text);
    }
  });
});

describe('links', () => {
  const href = (text) => draw(text).querySelector('a')?.getAttribute('href');

  it('lead only to http and https', () => {
    for (const address of ['javascript:alert(1)', 'JaVaScRiPt:alert(1)', 'data:text/html,x', 'vbscript:x', 'file:///etc/passwd', '//evil.example', '/sim', 'ftp://a.example']) {
      assert.equal(href(`[x](${address})`), undefined, address);
      assert.equal(href(`<${address}>`), undefined, address);
      assert.equal(draw(`[x](${address})`).textContent, `[x](${address})`);
    }
  });

  it('are drawn with words, bare and in angles', () => {
    assert.equal(line('[the *rules*](https://a.example/r)'), '<a href="https://a.example/r" target="_blank" rel="noopener noreferrer">the <em>rules</em></a>');
    assert.equal(href('[x](<https://a.example/a> "title")'), 'https://a.example/a');
    assert.equal(href('see <https://a.example/b>'), 'https://a.example/b');
    assert.equal(href('[x](https://a.example/Rummy_(game))'), 'https://a.example/Rummy_(game)');
  });

  it('end before the point of the sentence', () => {
    for (const end of ['.', ',', ')', '!'.repeat(0), '**', '"']) assert.equal(href(`https://a.example/a${end} b`), 'https://a.example/a');
    assert.equal(draw('(https://a.example/a).').textContent, '(https://a.example/a).');
  });

  it('keep marks in their addresses', () => {
    assert.equal(href('https://a.example/a_b_c*d*'), 'https://a.example/a_b_c*d');
    assert.equal(draw('https://a.example/a_b_c').querySelector('em'), null);
  });
});

describe('marks', () => {
  const cases = {
    '**a**': '<strong>a</strong>',
    '*a*': '<em>a</em>',
    '_a_': '<em>a</em>',
    '__a__': '<u>a</u>',
    '~~a~~': '<s>a</s>',
    '***a***': '<strong><em>a</em></strong>',
    '**a *b* c**': '<strong>a <em>b</em> c</strong>',
    '*a **b** c*': '<em>a <strong>b</strong> c</em>',
    '__**a** b__': '<u><strong>a</strong> b</u>',
    '~~**a**~~ b': '<s><strong>a</strong></s> b',
    '**a**b': '<strong>a</strong>b',
    // not marks
    'snake_case_name': 'snake_case_name',
    'a_b c_ d': 'a_b c_ d',
    '_a b_c d': '_a b_c d',
    '2 * 3 * 4': '2 * 3 * 4',
    '**open': '**open',
    '*open': '*open',
    '** a': '** a',
    'a ~ b': 'a ~ b',
    '|a|': '|a|',
    // escapes
    '\\*a\\*': '*a*',
    '\\<@1>': '&lt;@1&gt;',
    '\\\\': '\\',
    '¯\\_(ツ)_/¯': '¯_(ツ)_/¯',
    'a\\b': 'a\\b',
    '**a\\** b**': '<strong>a** b</strong>',
    // code
    '`**a**`': '<code>**a**</code>',
    '``a ` b``': '<code>a ` b</code>',
    '` a `': '<code>a</code>',
    '`open': '`open',
    '**`**`**': '<strong><code>**</code></strong>',
  };
  for (const [text, want] of Object.entries(cases)) it(text, () => assert.equal(line(text), want));

  it('cover a spoiler until it is asked for', () => {
    const spoiler = draw('a ||b **c**|| d').querySelector('button.spoiler');
    assert.equal(spoiler.querySelector('.veiled').innerHTML, 'b <strong>c</strong>');
    assert.equal(spoiler.querySelector('.cue').textContent, 'Show spoiler');
    assert.equal(spoiler.hasAttribute('data-revealed'), false);
  });

  it('are read in good time, whatever stands there', { timeout: 20000 }, () => {
    const long = 4000;
    for (const part of ['*', '_', '**_', '*a', '||', '`', '[', '[a](', '<', '> ', '- ', '# ', '```', '\\', '*_~|', '`a``', '((', 'https://', '\n> ', '\n- ']) {
      const start = performance.now();
      draw(part.repeat(long / part.length));
      const took = performance.now() - start;
      assert.ok(took < 5000, `${JSON.stringify(part)} took ${took} ms`);
    }
  });
});

describe('references', () => {
  it('to people, known, unknown and oneself', () => {
    const box = draw('<@1> <@!2> <@77>');
    const [me, ben, nobody] = box.querySelectorAll('.mention');
    assert.equal(box.textContent, '@Ada @Ben <b> @unknown-user');
    assert.equal(me.hasAttribute('data-me'), true);
    assert.equal(ben.hasAttribute('data-me'), false);
    assert.equal(nobody.dataset.userId, '77');
  });

  it('to roles, channels and everyone', () => {
    assert.equal(draw('<@&4> <@&5> <#3> <#9> @everyone @here @everyoneelse').textContent, '@Hosts @deleted-role #general #unknown @everyone @here @everyoneelse');
    assert.equal(draw('<#3>').querySelector('button').dataset.channelId, '3');
    assert.equal(draw('@here').querySelectorAll('.mention').length, 1);
    assert.equal(draw('@everyoneelse').querySelectorAll('.mention').length, 0);
  });

  it('to commands are buttons that start them', () => {
    const button = draw('Look with </hand:42>.').querySelector('button');
    assert.equal(button.textContent, '/hand');
    assert.equal(button.dataset.command, 'hand');
    assert.equal(draw('</rum new:5>').querySelector('button').dataset.command, 'rum new');
    assert.equal(draw('</hand>').querySelector('button'), null);
  });

  it('to emojis are pictures with a name', () => {
    const [still, moving] = draw('<:seven:12> <a:wave:13>').querySelectorAll('img');
    assert.equal(still.getAttribute('src'), '/emojis/12.png');
    assert.equal(still.alt, ':seven:');
    assert.equal(moving.getAttribute('src'), '/emojis/13.gif');
    assert.equal(emoji({ id: null, name: '♥' }).textContent, '♥');
  });

  it('to emojis alone are large ones, unless they are many', () => {
    const large = (text) => draw(text).querySelectorAll('img.emoji.large').length;
    assert.equal(large('<:seven:12> <:eight:13>\n<a:wave:14>'), 3);
    assert.equal(large('<:seven:12>'.repeat(30)), 30);
    for (const text of ['<:seven:12>'.repeat(31), 'I hold <:seven:12>', '<:seven:12> !', '# <:seven:12>']) assert.equal(large(text), 0, text);
  });

  it('stay text inside code', () => assert.equal(line('`<@1> </hand:42>`'), '<code>&lt;@1&gt; &lt;/hand:42&gt;</code>'));
});

describe('times', () => {
  const at = (text, locale = 'en-US') => draw(text, { ...NAMES, locale }).querySelector('time');

  it('are written out in the reader’s language', () => {
    const noon = 1750075200; // in UTC, 16 June 2025, 12:00
    assert.match(at(`<t:${noon}:D>`).textContent, /June 1[567], 2025/);
    assert.match(at(`<t:${noon}:D>`, 'de').textContent, /1[567]\. Juni 2025/);
    assert.match(at(`<t:${noon}>`).textContent, /2025.*:00/);
    assert.equal(at(`<t:${noon}:t>`).dateTime, '2025-06-16T12:00:00.000Z');
  });

  it('are told from now on where asked for', () => {
    const now = Math.round(Date.now() / 1000);
    assert.equal(at(`<t:${now + 3 * 3600 + 5}:R>`).textContent, 'in 3 hours');
    assert.equal(at(`<t:${now - 2 * 86400 - 5}:R>`).textContent, '2 days ago');
    assert.equal(at(`<t:${now + 3 * 3600 + 5}:R>`, 'nl').textContent, 'over 3 uur');
  });

  it('that are none say so', () => {
    assert.equal(draw('<t:9999999999999>').textContent, 'Invalid date');
    assert.equal(draw('<t:12:q>').textContent, '<t:12:q>');
  });
});

describe('blocks', () => {
  const cases = {
    'a\nb': '<p>a\nb</p>',
    '# A\nb': '<h3 class="heading-1">A</h3><p>b</p>',
    '### *A*': '<h3 class="heading-3"><em>A</em></h3>',
    '#A': '<p>#A</p>',
    '#### A': '<p>#### A</p>',
    '-# small': '<small class="subtext">small</small>',
    '- a\n- b': '<ul><li>a</li><li>b</li></ul>',
    '- a\n  - b\n- c': '<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>',
    '3. a\n4. b': '<ol start="3"><li>a</li><li>b</li></ol>',
    '- a\n1. b': '<ul><li>a</li></ul><ol start="1"><li>b</li></ol>',
    '- a\n  goes on': '<ul><li>a\ngoes on</li></ul>',
    '> a\n> b\nc': '<blockquote><p>a\nb</p></blockquote><p>c</p>',
    '>>> a\nb': '<blockquote><p>a\nb</p></blockquote>',
    '> > a': '<blockquote><p>&gt; a</p></blockquote>',
    '> - a': '<blockquote><ul><li>a</li></ul></blockquote>',
    'a\n> b': '<p>a</p><blockquote><p>b</p></blockquote>',
  };
  for (const [text, want] of Object.entries(cases)) it(JSON.stringify(text), () => assert.equal(html(text), want));

  it('of code keep every space and no mark', () => {
    const code = draw('before\n```go\n  a  **b**\n```\nafter').querySelector('pre code');
    assert.equal(code.textContent, '  a  **b**');
    assert.equal(code.dataset.language, 'go');
    assert.equal(draw('```a b```').querySelector('code').textContent, 'a b');
  });

  it('are not drawn on a single line', () => {
    const box = document.createElement('div');
    box.append(markdownLine('# a **b**', NAMES));
    assert.equal(box.innerHTML, '# a <strong>b</strong>');
  });
});
