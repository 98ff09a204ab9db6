/** An attack by addresses: hosts, in URLs of a stranger, to which the server must never connect. */
interface AddressAttack {
  readonly name: string;
  readonly hosts: readonly string[];
}

/** The attacks by addresses; the hosts of each are spellings of one idea. */
const GROUPS: readonly AddressAttack[] = [
  {
    name: 'loopback',
    hosts: ['127.0.0.1', '127.0.0.2', '127.255.255.254', '127.1', '127.0.1', '127.0.0.1.'],
  },
  {
    name: 'loopback as one number',
    hosts: ['2130706433', '0x7f000001', '0X7F000001', '017700000001', '2130706434'],
  },
  {
    name: 'loopback in parts of other bases',
    hosts: ['0x7f.0.0.1', '0177.0.0.1', '0x7f.1', '0177.1', '127.0x1', '0x7f.0x0.0x0.0x1'],
  },
  {
    name: 'loopback in other characters',
    hosts: [
      '%31%32%37.0.0.1',
      '\u2460\u2461\u2466.0.0.1',
      '127\u30020\u30020\u30021',
      '１２７.0.0.1',
    ],
  },
  { name: 'this host', hosts: ['0.0.0.0', '0', '0x0', '00', '0.1', '[::]'] },
  {
    name: 'names of this host',
    hosts: ['localhost', 'LOCALHOST', 'localhost.', 'a.localhost', 'l\u00f3calhost.localhost'],
  },
  {
    name: 'loopback in IPv6',
    hosts: ['[::1]', '[0:0:0:0:0:0:0:1]', '[0000::0001]', '[::0:1]', '[0::1]'],
  },
  {
    name: 'IPv4 mapped into IPv6',
    hosts: [
      '[::ffff:127.0.0.1]',
      '[::ffff:7f00:1]',
      '[0:0:0:0:0:ffff:7f00:0001]',
      '[::FFFF:127.0.0.1]',
      '[::ffff:10.0.0.1]',
      '[::ffff:169.254.169.254]',
      '[::ffff:a9fe:a9fe]',
    ],
  },
  { name: 'IPv4 compatible', hosts: ['[::127.0.0.1]', '[::7f00:1]', '[::a9fe:a9fe]'] },
  { name: 'IPv4 translated', hosts: ['[::ffff:0:127.0.0.1]', '[::ffff:0:7f00:1]'] },
  {
    name: 'NAT64',
    hosts: [
      '[64:ff9b::127.0.0.1]',
      '[64:ff9b::7f00:1]',
      '[64:ff9b::a9fe:a9fe]',
      '[64:ff9b:1::a00:1]',
    ],
  },
  { name: '6to4', hosts: ['[2002:7f00:1::]', '[2002:a00:1::1]', '[2002:a9fe:a9fe::]'] },
  {
    name: 'Teredo',
    hosts: ['[2001::1]', '[2001:0:7f00:1::]', '[2001:0:53aa:64c::5601:5601]'],
  },
  { name: 'ISATAP and link-local', hosts: ['[fe80::5efe:7f00:1]', '[fe80::1]', '169.254.1.1'] },
  {
    name: 'site-local and unique local',
    hosts: ['[fec0::1]', '[fc00::1]', '[fd00::1]', '[fd12:3456::1]'],
  },
  {
    name: 'private networks',
    hosts: [
      '10.0.0.1',
      '10.1',
      '0xa.0.0.1',
      '167772161',
      '172.16.0.1',
      '172.31.255.255',
      '192.168.1.1',
      '3232235777',
      '0300.0250.1.1',
    ],
  },
  { name: 'shared addresses', hosts: ['100.64.0.1', '100.127.255.254'] },
  {
    name: 'metadata services by address',
    hosts: [
      '169.254.169.254',
      '2852039166',
      '0xa9fea9fe',
      '0251.0376.0251.0376',
      '169.254.43518',
      '169.254.170.2',
      '100.100.100.200',
      '168.63.129.16',
      '192.0.0.192',
      '[fd00:ec2::254]',
      '[fd20:ce::254]',
    ],
  },
  {
    name: 'reserved addresses',
    hosts: [
      '192.0.0.1',
      '192.0.2.1',
      '192.88.99.1',
      '198.18.0.1',
      '198.51.100.1',
      '203.0.113.1',
      '240.0.0.1',
      '255.255.255.255',
    ],
  },
  { name: 'many at once', hosts: ['224.0.0.1', '239.255.255.250', '[ff02::1]', '[ff05::2]'] },
  {
    name: 'addresses that nobody has',
    hosts: ['[100::1]', '[2001:db8::1]', '[4000::1]', '[3fff::1]', '[5f00::1]', '[2001:2::1]'],
  },
];

/** All forbidden hosts, each with the idea behind it. */
export const ADDRESS_ATTACKS: readonly { readonly idea: string; readonly host: string }[] =
  GROUPS.flatMap(({ name, hosts }) => hosts.map((host) => ({ idea: name, host })));

/** Host names of a stranger, each with the forbidden addresses that a resolver returns for it. */
export const NAME_ATTACKS: readonly {
  readonly host: string;
  readonly addresses: readonly string[];
}[] = [
  ['metadata.google.internal', '169.254.169.254'],
  ['metadata', '169.254.169.254'],
  ['instance-data.ec2.internal', '169.254.169.254'],
  ['kubernetes.default.svc', '10.96.0.1'],
  ['host.docker.internal', '172.17.0.1'],
  ['router.local', '192.168.0.1'],
  ['localtest.me', '127.0.0.1'],
  ['127.0.0.1.nip.io', '127.0.0.1'],
  ['7f000001.rbndr.example', '127.0.0.1'],
  ['six.example', '::1'],
  ['mapped.example', '::ffff:127.0.0.1'],
  ['nat64.example', '64:ff9b::7f00:1'],
  ['half.example', '93.184.216.34', '10.0.0.1'],
  ['half-behind.example', '10.0.0.1', '93.184.216.34'],
  ['zero.example', '0.0.0.0'],
  ['unique.example', 'fd00::1'],
  ['strange.example', 'fe80::1%eth0'],
].map(([host = '', ...addresses]) => ({ host, addresses }));

/**
 * Invalid URLs, and URLs that hide where they lead. `TRAP` stands for the host that must not be
 * reached.
 */
export const URL_ATTACKS: readonly string[] = [
  'file:///etc/passwd',
  'file://TRAP/etc/passwd',
  'ftp://TRAP/',
  'gopher://TRAP/_GET%20/',
  'dict://TRAP/stat',
  'ldap://TRAP/',
  'tftp://TRAP/x',
  'jar:http://TRAP!/',
  'data:application/json,{}',
  'javascript:fetch("http://TRAP")',
  'blob:http://TRAP/x',
  'ws://TRAP/',
  'unix:/var/run/docker.sock',
  'http+unix://%2Fvar%2Frun%2Fdocker.sock/',
  '//TRAP/',
  'TRAP',
  '/etc/passwd',
  'http://',
  'http:///TRAP/',
  'http:TRAP',
  'http:\\\\TRAP\\',
  'http://good.example@TRAP/',
  'http://good.example:80@TRAP/',
  'http://user:password@TRAP/',
  'http://TRAP#@good.example/',
  'http://TRAP?@good.example/',
  'http://TRAP\\@good.example/',
  'http://good.example\\@TRAP/',
  ' http://TRAP/',
  'http://TRAP/\r\nHost: good.example',
  'ht\ntp://TRAP/',
  `http://TRAP/${'x'.repeat(5_000)}`,
];
