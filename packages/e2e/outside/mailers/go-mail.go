package main

import (
	"fmt"
	"net/smtp"
	"os"
)

func main() {
	host, port, to, code, user := os.Args[1], os.Args[2], os.Args[3], os.Args[4], os.Args[5]
	var auth smtp.Auth
	if user != "" {
		auth = smtp.PlainAuth("", user, "secret", host)
	}
	message := fmt.Sprintf("From: app@shop.test\r\nTo: %s\r\nSubject: Your code\r\n\r\nYour code is %s.\r\n", to, code)
	if err := smtp.SendMail(host+":"+port, auth, "app@shop.test", []string{to}, []byte(message)); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
