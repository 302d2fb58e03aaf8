import type { Pair } from './kinds.js';

/** Names of the region, as written in Latin and in Arabic script. */
export const womenNames: readonly Pair[] = pairs(`
  Layla = ليلى; Sara = سارة; Rand = رند; Hala = هلا; Noor = نور; Tala = تالا; Dana = دانا; Lina = لينا; Rania = رانيا;
  Reem = ريم; Farah = فرح; Haneen = حنين; Yasmeen = ياسمين; Salma = سلمى; Mariam = مريم; Aya = آية; Raneem = رنيم;
  Shahd = شهد; Batool = بتول; Zeina = زينة; Jana = جنى; Leen = لين; Sireen = سيرين; Dima = ديما; Nadine = نادين;
  Rawan = روان; Hiba = هبة; Duaa = دعاء; Israa = إسراء; Asma = أسماء; Khadija = خديجة; Amal = أمل; Abeer = عبير;
  Ruba = ربى; Suha = سهى; Maysa = ميساء; Lubna = لبنى; Nisreen = نسرين; Ghada = غادة; Samar = سمر; Joud = جود;
  Toleen = تولين; Sadeen = سدين; Bayan = بيان; Tasneem = تسنيم; Bushra = بشرى; Areej = أريج; Hadeel = هديل; Razan = رزان;
  Lama = لمى; Nada = ندى; Wafaa = وفاء; Ikram = إكرام; Sondos = سندس; Shatha = شذى; Ahlam = أحلام; Christina = كريستينا;
  Mira = ميرا; Carol = كارول; Celine = سيلين; Diala = ديالا; Rahaf = رهف; Ghina = غنى; Malak = ملك; Sewar = سوار;
  Taima = تيماء; Majd = مجد; Hayat = حياة; Iman = إيمان; Alaa = آلاء
`);

export const menNames: readonly Pair[] = pairs(`
  Omar = عمر; Yazan = يزن; Faris = فارس; Zaid = زيد; Ahmad = أحمد; Mohammad = محمد; Khaled = خالد; Hamza = حمزة;
  Anas = أنس; Laith = ليث; Saif = سيف; Abdullah = عبدالله; Ibrahim = إبراهيم; Yousef = يوسف; Tareq = طارق; Bilal = بلال;
  Hashem = هاشم; Rami = رامي; Sami = سامي; Basel = باسل; Qusai = قصي; Odai = عدي; Mutaz = معتز; Ayham = أيهم; Malek = مالك;
  Suhaib = صهيب; Hussein = حسين; Hasan = حسن; Ali = علي; Karam = كرم; Jad = جاد; Fadi = فادي; Ghaith = غيث; Nizar = نزار;
  Raed = رائد; Ward = ورد; Adam = آدم; Elias = إلياس; George = جورج; Issa = عيسى; Mousa = موسى; Sanad = سند; Talal = طلال;
  Waleed = وليد; Nasser = ناصر; Jafar = جعفر; Marwan = مروان; Munther = منذر; Aws = أوس; Bashar = بشار; Dia = ضياء;
  Eyad = إياد; Firas = فراس; Hazem = حازم; Ihab = إيهاب; Jehad = جهاد; Kareem = كريم; Luay = لؤي; Mahmoud = محمود;
  Nidal = نضال; Osama = أسامة; Rakan = راكان; Shadi = شادي; Tamer = تامر; Usaid = أسيد; Wissam = وسام; Yaman = يمان;
  Zakaria = زكريا; Amer = عامر; Obada = عبادة
`);

export const familyNames: readonly Pair[] = pairs(`
  Haddad = حداد; Khalil = خليل; Nasser = ناصر; Qasem = قاسم; Tarawneh = الطراونة; Zoubi = الزعبي; Majali = المجالي;
  Abbadi = العبادي; Shami = الشامي; Rawashdeh = الرواشدة; Obeidat = عبيدات; Khasawneh = الخصاونة; Bani Hani = بني هاني;
  Momani = المومني; Smadi = الصمادي; Gharaibeh = الغرايبة; Freihat = فريحات; Qudah = القضاة; Sharman = شرمان;
  Rababah = الربابعة; Jaradat = جرادات; Hamdan = حمدان; Saleh = صالح; Mansour = منصور; Nimri = النمري; Dabbas = الدباس;
  Bataineh = البطاينة; Hijazi = حجازي; Masri = المصري; Nabulsi = النابلسي; Khalili = الخليلي; Tamimi = التميمي;
  Barghouti = البرغوثي; Jabari = الجعبري; Sweiss = سويس; Kawar = قعوار; Hattar = حتر; Madanat = مدانات; Zureikat = زريقات;
  Halaseh = الهلسة; Odeh = عودة; Awad = عوض; Shawabkeh = الشوابكة; Adwan = العدوان; Fayez = الفايز; Hadid = الحديد;
  Lozi = اللوزي; Bakhit = البخيت; Hiari = الحياري; Nsour = النسور; Arabiyat = عربيات; Ajlouni = العجلوني; Karaki = الكركي;
  Maaitah = المعايطة; Habashneh = الحباشنة; Saraireh = الصرايرة; Kasasbeh = الكساسبة; Rashaideh = الرشايدة;
  Amayreh = العمايرة; Sabbagh = الصباغ; Darwish = درويش; Issa = عيسى; Abu Zaid = أبو زيد; Abu Rumman = أبو رمان;
  Abu Ghazaleh = أبو غزالة; Sukkar = سكر; Qabbani = قباني; Salameh = سلامة; Daoud = داود; Suleiman = سليمان;
  Hourani = الحوراني; Shboul = الشبول; Malkawi = الملكاوي; Bdour = البدور; Otoom = العتوم; Hawari = الهواري;
  Jarrah = الجراح; Maharmeh = المحارمة; Ghanem = غانم; Sabha = صبحا; Refai = الرفاعي; Naber = نبر; Twal = الطوال;
  Sayegh = الصايغ; Farraj = فراج; Dweik = الدويك; Qawasmi = القواسمي; Natsheh = النتشة; Taher = طاهر; Yaghi = ياغي
`);

function pairs(text: string): Pair[] {
  return text.split(';').map((entry) => {
    const [latin = '', arabic = ''] = entry.split('=').map((name) => name.trim());
    return [latin, arabic];
  });
}
