<?php
[, $library, $host, $port, $to, $code, $user] = $argv;
foreach (['Exception', 'SMTP', 'PHPMailer'] as $name) require "$library/$name.php";
$mail = new PHPMailer\PHPMailer\PHPMailer(true);
$mail->isSMTP();
$mail->Host = $host;
$mail->Port = (int) $port;
if ($user !== '') {
    $mail->SMTPAuth = true;
    $mail->Username = $user;
    $mail->Password = 'secret';
}
$mail->setFrom('app@shop.test', 'Shop');
$mail->addAddress($to);
$mail->Subject = 'Your code';
$mail->isHTML(true);
$mail->Body = "<p>Your code is <b>$code</b>.</p>";
$mail->AltBody = "Your code is $code.";
$mail->send();
