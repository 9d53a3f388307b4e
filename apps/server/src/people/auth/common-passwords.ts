/**
 * Common passwords that meet the password rule (8 characters, one digit): known words with the usual
 * endings, and keyboard sequences. In lower case, compared case-insensitively.
 */
export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(
  `
  00000000 01234567 0123456789 0987654321 10203040 102030405060 11111111 11223344 12121212 12341234 12344321 123454321 12345678
  123456789 1234567890 123456789a 12345678a 123456aa 123456ab 12345abc 1234abcd 1234qwer 123password 123qwe123 13579246 147258369
  14789632 159357258 19191919 19871987 19901990 1password 1q2w3e4r 1q2w3e4r5t 1qaz2wsx 1qaz2wsx3edc 1qazxsw2 20002000 20202020 21122112
  22222222 24681357 31415926 3edc4rfv 456789123 55555555 66666666 69696969 741852963 77777777 789456123 87654321 88888888 963852741
  987654321 99999999 a1234567 a123456789 a1b2c3d4 aa123456 aa12345678 abc12345 abc123456 abcd1234 abcd2024 abcd2025 abcdef12 abcdef123
  abcdef1234 abcdef2024 abcdef2025 access12 access123 access1234 access2024 access2025 admin123 admin1234 admin2024 admin2025
  administrator1 administrator12 administrator123 administrator1234 administrator2024 administrator2025 amanda12 amanda123 amanda1234
  amanda2024 amanda2025 andrew12 andrew123 andrew1234 andrew2024 andrew2025 angel123 angel1234 angel2024 angel2025 arsenal1 arsenal12
  arsenal123 arsenal1234 arsenal2024 arsenal2025 asd12345 asdf1234 asdf2024 asdf2025 asdfgh12 asdfgh123 asdfgh1234 asdfgh2024 asdfgh2025
  asdfghjkl1 asdfghjkl12 asdfghjkl123 asdfghjkl1234 asdfghjkl2024 asdfghjkl2025 ashley12 ashley123 ashley1234 ashley2024 ashley2025
  autumn12 autumn123 autumn1234 autumn2024 autumn2025 barcelona1 barcelona12 barcelona123 barcelona1234 barcelona2024 barcelona2025
  baseball1 baseball12 baseball123 baseball1234 baseball2024 baseball2025 basketball1 basketball12 basketball123 basketball1234
  basketball2024 basketball2025 batman12 batman123 batman1234 batman2024 batman2025 butterfly1 butterfly12 butterfly123 butterfly1234
  butterfly2024 butterfly2025 changeme1 changeme12 changeme123 changeme1234 changeme2024 changeme2025 charlie1 charlie12 charlie123
  charlie1234 charlie2024 charlie2025 cheese12 cheese123 cheese1234 cheese2024 cheese2025 chelsea1 chelsea12 chelsea123 chelsea1234
  chelsea2024 chelsea2025 chocolate1 chocolate12 chocolate123 chocolate1234 chocolate2024 chocolate2025 computer1 computer12 computer123
  computer1234 computer2024 computer2025 cookie12 cookie123 cookie1234 cookie2024 cookie2025 daniel12 daniel123 daniel1234 daniel2024
  daniel2025 december1 december12 december123 december1234 december2024 december2025 default1 default12 default123 default1234
  default2024 default2025 diamond1 diamond12 diamond123 diamond1234 diamond2024 diamond2025 dragon12 dragon123 dragon1234 dragon2024
  dragon2025 facebook1 facebook12 facebook123 facebook1234 facebook2024 facebook2025 family12 family123 family1234 family2024 family2025
  february1 february12 february123 february1234 february2024 february2025 flower12 flower123 flower1234 flower2024 flower2025 football1
  football12 football123 football1234 football2024 football2025 forever1 forever12 forever123 forever1234 forever2024 forever2025
  freedom1 freedom12 freedom123 freedom1234 freedom2024 freedom2025 friday12 friday123 friday1234 friday2024 friday2025 george12
  george123 george1234 george2024 george2025 ginger12 ginger123 ginger1234 ginger2024 ginger2025 golden12 golden123 golden1234
  golden2024 golden2025 google12 google123 google1234 google2024 google2025 guest123 guest1234 guest2024 guest2025 hannah12 hannah123
  hannah1234 hannah2024 hannah2025 harley12 harley123 harley1234 harley2024 harley2025 hello123 hello1234 hello2024 hello2025 hockey12
  hockey123 hockey1234 hockey2024 hockey2025 hunter12 hunter123 hunter1234 hunter2024 hunter2025 iloveyou1 iloveyou12 iloveyou123
  iloveyou1234 iloveyou2024 iloveyou2025 internet1 internet12 internet123 internet1234 internet2024 internet2025 january1 january12
  january123 january1234 january2024 january2025 jennifer1 jennifer12 jennifer123 jennifer1234 jennifer2024 jennifer2025 jessica1
  jessica12 jessica123 jessica1234 jessica2024 jessica2025 jordan12 jordan123 jordan1234 jordan2024 jordan2025 joshua12 joshua123
  joshua1234 joshua2024 joshua2025 killer12 killer123 killer1234 killer2024 killer2025 l3tm31n! letmein1 letmein12 letmein123
  letmein1234 letmein2024 letmein2025 liverpool1 liverpool12 liverpool123 liverpool1234 liverpool2024 liverpool2025 login123 login1234
  login2024 login2025 london12 london123 london1234 london2024 london2025 lovely12 lovely123 lovely1234 lovely2024 lovely2025 master12
  master123 master1234 master2024 master2025 matthew1 matthew12 matthew123 matthew1234 matthew2024 matthew2025 michael1 michael12
  michael123 michael1234 michael2024 michael2025 michelle1 michelle12 michelle123 michelle1234 michelle2024 michelle2025 monday12
  monday123 monday1234 monday2024 monday2025 monkey12 monkey123 monkey1234 monkey2024 monkey2025 mustang1 mustang12 mustang123
  mustang1234 mustang2024 mustang2025 mypassword1 ncc1701d ncc1701e newpassword1 nicole12 nicole123 nicole1234 nicole2024 nicole2025
  november1 november12 november123 november1234 november2024 november2025 october1 october12 october123 october1234 october2024
  october2025 orange12 orange123 orange1234 orange2024 orange2025 p@55w0rd p@ssw0rd p@ssw0rd1 p@ssw0rd12 p@ssw0rd123 p@ssw0rd1234
  p@ssw0rd2024 p@ssw0rd2025 p@ssword1 p@ssword12 p@ssword123 p@ssword1234 p@ssword2024 p@ssword2025 pa55w0rd pa55word pass12341
  pass123412 pass1234123 pass12341234 pass12342024 pass12342025 passw0rd passw0rd1 passw0rd12 passw0rd123 passw0rd1234 passw0rd2024
  passw0rd2025 password1 password12 password123 password1234 password2024 password2025 pepper12 pepper123 pepper1234 pepper2024
  pepper2025 pokemon1 pokemon12 pokemon123 pokemon1234 pokemon2024 pokemon2025 princess1 princess12 princess123 princess1234
  princess2024 princess2025 purple12 purple123 purple1234 purple2024 purple2025 q12345678 q1w2e3r4 q1w2e3r4t5 qaz12345 qazwsx12
  qazwsx123 qazwsx1234 qazwsx2024 qazwsx2025 qwe123qwe qweasd12 qweasd123 qweasd1234 qweasd2024 qweasd2025 qwer1234 qwert123 qwert1234
  qwert2024 qwert2025 qwerty12 qwerty123 qwerty1234 qwerty12345 qwerty1234567890 qwerty2024 qwerty2025 qwertyuiop1 qwertyuiop12
  qwertyuiop123 qwertyuiop1234 qwertyuiop2024 qwertyuiop2025 ranger12 ranger123 ranger1234 ranger2024 ranger2025 root1234 root2024
  root2025 samsung1 samsung12 samsung123 samsung1234 samsung2024 samsung2025 screenshot1 secret12 secret123 secret1234 secret2024
  secret2025 shadow12 shadow123 shadow1234 shadow2024 shadow2025 silver12 silver123 silver1234 silver2024 silver2025 soccer12 soccer123
  soccer1234 soccer2024 soccer2025 spring12 spring123 spring1234 spring2024 spring2025 starwars1 starwars12 starwars123 starwars1234
  starwars2024 starwars2025 stillreel1 stillreel123 summer12 summer123 summer1234 summer2024 summer2025 sunshine1 sunshine12 sunshine123
  sunshine1234 sunshine2024 sunshine2025 superman1 superman12 superman123 superman1234 superman2024 superman2025 test1234 test2024
  test2025 testing1 testing12 testing123 testing1234 testing2024 testing2025 thomas12 thomas123 thomas1234 thomas2024 thomas2025
  trustno1 trustno12 trustno123 trustno1234 trustno2024 trustno2025 user1234 user2024 user2025 welcome1 welcome12 welcome123 welcome1234
  welcome2024 welcome2025 whatever1 whatever12 whatever123 whatever1234 whatever2024 whatever2025 winter12 winter123 winter1234
  winter2024 winter2025 yellow12 yellow123 yellow1234 yellow2024 yellow2025 zaq12wsx zaq1zaq1 zxc12345 zxcvbn12 zxcvbn123 zxcvbn1234
  zxcvbn2024 zxcvbn2025 zxcvbnm1 zxcvbnm12 zxcvbnm123 zxcvbnm1234 zxcvbnm2024 zxcvbnm2025
`
    .trim()
    .split(/\s+/u),
);
