/**
 * The passwords of at least six characters that an attacker guesses first: the most frequent ones in published leaks,
 * and variations on this conference's own names. All are in lower case. Runs and repetitions of characters are not
 * listed, because `isCommonPassword` recognises them without a list.
 */
const COMMON = new Set(
  `
  password password1 password2 password12 password123 password1234 password! password1! password123!
  passw0rd p@ssword p@ssw0rd p@ssw0rd1 pa$$word pa55word passwort passport pass123 pass1234 mypassword
  qwerty1 qwerty12 qwerty123 qwerty1234 qwertyuiop qwe123 qweasd qweasdzxc qweqwe qazwsx qazwsxedc asdasd
  asdfgh asdfghjkl asdf1234 asd123 zxcvbn zxcvbnm zxc123 1q2w3e 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y 1qaz2wsx
  1qaz2wsx3edc q1w2e3 q1w2e3r4 q1w2e3r4t5 azerty azerty123 azertyuiop qwertz
  abc123 abcd1234 abc1234 a1b2c3 a1b2c3d4 aa123456 a123456 a12345678 a123456789 123456a 123456q 12345q
  123abc 123qwe 123qweasd 123123123 12341234 112233 11223344 121212 123321 1234321 123654 159357 159753
  147258 147258369 789456 789456123 456789 987654 102030 131313 141414 151515 212121 232323 252525 696969
  101010 100200 110110 520520 5201314 1314520 147852 741852963 963852741 142536 321321 456456 789789
  123456789a 123456abc 123456aa a123123 aaa111 abcabc 111222 aabbcc qq123456 wang1234 woaini woaini520
  woaini1314 iloveu iloveyou iloveyou1 iloveyou2 iloveyou! loveyou lovely loveme lover love123 mylove
  letmein letmein1 welcome welcome1 welcome123 welcome! admin1 admin123 admin1234 administrator root123
  changeme changeme123 default secret secret1 test123 test1234 testing testtest guest123 login123 access
  temp123 temp1234 temporary master master1 computer internet system server google facebook linkedin twitter
  instagram whatsapp yahoo123 hotmail microsoft windows samsung samsung1 iphone android huawei xiaomi nokia
  monkey monkey1 dragon dragon1 tigger tiger123 shadow shadow1 sunshine sunshine1 princess princess1 prince
  superman batman spiderman pokemon pikachu naruto starwars matrix hunter killer pepper ginger cookie banana
  orange cheese chocolate butterfly flower flowers summer summer1 winter spring autumn purple yellow silver
  golden diamond rainbow angel1 angels angel123 heaven blessed jesus1 jesus123 freedom forever family friends
  football football1 baseball basketball soccer hockey tennis golfer cricket liverpool arsenal chelsea barcelona
  realmadrid juventus yankees lakers cowboys eagles ferrari mercedes porsche toyota corvette mustang harley
  michael michelle jennifer jessica jordan jordan23 daniel andrew joshua matthew robert thomas anthony ashley
  charlie george william richard nicole amanda hannah maggie sophie melissa martin david123 alexander
  buster hello1 hello123 hello1234 hellohello trustno1 whatever nothing please starwars1 ninja123 qwerty!
  123456! 12345678! 1234567890! monday friday sunday january december 2020202 20202020 19951995 20002000
  harvard harvard1 harvard123 harvard2023 harvard2024 harvard2025 harvard2026 hpair1 hpair123 hpair2023
  hpair2024 hpair2025 hpair2026 hpairhpair conference conference1 conference123 delegate delegate1 delegate123
  student student1 student123 university hongkong hongkong1 singapore singapore1 bangkok beijing shanghai
  taiwan taipei tokyo1 tokyo123 seoul123 korea123 china123 japan123 india123 india@123 vietnam manila jakarta
  indonesia malaysia thailand philippines bangladesh pakistan pakistan123 nepal123 srilanka australia
  doremon doraemon sayang sayangku bismillah bismillah1 anjing rahasia matkhau sakura mahalko krishna
  ganesh saibaba omsairam jaishriram computer1 engineer manager business success success1 champion
  `
    .split(/\s+/)
    .filter(Boolean),
);

/**
 * Rows of the keyboard, and other well-known sequences of characters. A password that runs along one of them, in either
 * direction, is easy to guess.
 */
const RUNS = ["0123456789", "abcdefghijklmnopqrstuvwxyz", "qwertyuiop", "asdfghjkl", "zxcvbnm"];

/**
 * Whether a password is among those that attackers try first. Capitals, and spaces around the password, make no
 * difference.
 */
export function isCommonPassword(password: string): boolean {
  const plain = password.trim().toLowerCase();
  const characters = [...plain];
  if (new Set(characters).size <= 1) return true;
  const backwards = characters.toReversed().join("");
  const isRun = RUNS.some((run) => run.repeat(2).includes(plain) || run.repeat(2).includes(backwards));
  return isRun || COMMON.has(plain);
}
